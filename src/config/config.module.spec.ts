import { ConfigService } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { AppConfigModule } from './config.module';
import { Env } from './env';

const compiled = () => Test.createTestingModule({ imports: [AppConfigModule.forRoot()] }).compile();

describe('the settings of the application', () => {
  afterEach(() => {
    delete process.env.RECALL_LIMIT;
  });

  it('are read from the environment when it starts', async () => {
    const module = AppConfigModule.forRoot();
    process.env.RECALL_LIMIT = ' 7 ';
    const app = await Test.createTestingModule({ imports: [module] }).compile();
    expect(app.get(Env)).toBeInstanceOf(Env);
    expect(app.get(Env).RECALL_LIMIT).toBe(7);
  });

  it('are the namespace `env` of the ConfigService, which knows no unchecked variable', async () => {
    const app = await compiled();
    const config = app.get(ConfigService, { strict: false });
    expect(config.get('env')).toBe(app.get(Env));
    expect(config.get('env.RECALL_LIMIT')).toBe(10);
    expect(config.get('PATH')).toBeUndefined();
  });

  it('do not change the environment, which other processes inherit', async () => {
    const before = { ...process.env };
    await compiled();
    expect({ ...process.env }).toEqual(before);
  });

  it('stop the start with the message of the reader', async () => {
    process.env.RECALL_LIMIT = '101';
    await expect(compiled()).rejects.toThrow(
      new Error('Configuration is not valid:\n  RECALL_LIMIT must be less than or equal to 100'),
    );
  });

  it('may be those of another program', async () => {
    const module = AppConfigModule.forRoot(() => Object.assign(new Env(), { RECALL_LIMIT: 3 }));
    const app = await Test.createTestingModule({ imports: [module] }).compile();
    expect(app.get(Env).RECALL_LIMIT).toBe(3);
  });
});
