import { askedOf, isOfAnother } from './whose';

const isAnother = (question: string, text: string): boolean => {
  const asked = askedOf(question);
  return asked !== null && isOfAnother(asked, text);
};

describe('isOfAnother', () => {
  it.each([
    ['Where does the user live?', "User's mother moved to York last month."],
    ['where do I live', 'My younger sister Ruth lives in Rome.'],
    ['Where do I live?', "User's wife's sister lives in Rome."],
    ['Where do I live?', 'Mum lives in Leeds.'],
    ['Where do I live?', 'Her parents live in Leeds.'],
    ['What is Elena allergic to?', "Elena's son is allergic to peanuts."],
    ['What does Ada Okafor drive?', "Ms Ada Okafor's deputy drives a Volvo."],
    ['Where does my boss live?', 'User lives in Bristol.'],
    ['Where does my boss live?', "User's mother lives in Leeds."],
    ["Where does Elena's boss live?", 'Elena lives in Bristol.'],
  ])('%s: not %s', (question, text) => {
    expect(isAnother(question, text)).toBe(true);
  });

  it.each([
    ['Where does the user live?', 'User lives in Bristol.'],
    ['Where does the user live?', 'Lives in Bristol, third floor.'],
    ['Where does the user live?', 'User lives in Bristol with her partner Tom.'],
    ['What does the user feed the dog?', "User's dog food is in the garage."],
    ['When is my appointment?', "User's dentist appointment is on 3 December."],
    ['Where does Mia go to school?', "User's daughter Mia goes to Hill School."],
    ["Where does the user's mother live?", "User's mother lives in Leeds."],
    ['Where does my dad live?', "User's father lives in Leeds."],
    ["When is my wife's birthday?", "December 2 is Noor's birthday."],
    ['Who looks after my dog?', "User's neighbour walks the dog."],
    ["Who is the user's emergency contact?", "User's sister Kate is the emergency contact."],
    ["What's my wife's name?", 'User is married to Sarah.'],
    ['Does the user have a brother?', 'User is an only child.'],
    ['Where did I meet my wife?', 'User met Sarah in Oslo.'],
    ['What is the capital of Peru?', "User's mother lives in Lima."],
    ['When do we deploy?', "User's boss wants deploys on Mondays."],
  ])('%s: perhaps %s', (question, text) => {
    expect(isAnother(question, text)).toBe(false);
  });
});

describe('askedOf', () => {
  it('gives no one for a long message', () => {
    const message = 'Write to my boss that I am ill.';
    expect(askedOf(message)?.kinds.size).toBe(1);
    expect(askedOf(`${message} ${'It began on Sunday. '.repeat(10)}`)).toBeNull();
  });
});
