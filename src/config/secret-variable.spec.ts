import { Env } from './env';
import { SECRET_VARIABLES } from './secret-variable';

it('every variable that holds a key, a password or the like is known as a secret', () => {
  const telling = Object.keys(new Env()).filter((name) =>
    /KEY|SECRET|TOKEN(?!S)|PASSWORD|DATABASE_URL/.test(name),
  );
  expect(Object.values(SECRET_VARIABLES).sort()).toEqual(telling.sort());
});
