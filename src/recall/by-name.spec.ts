import { byName } from './by-name';

const facts = (...contents: string[]) =>
  contents.map((content) => ({ inThread: false, memory: { content } }));

describe('byName', () => {
  it.each([
    ["When's my wife's birthday?", 'My wife Noor runs a flower shop.', "When's Noor's birthday?"],
    ['what does my sister drive', 'My younger sister, Leila, is a pilot.', 'what does Leila drive'],
    ['When is the office manager in?', 'The office manager Petra is ill.', 'When is Petra in?'],
    ['Where does my mum live?', "User's mother Ruth Holt was born in Hull.", 'Where does Ruth Holt live?'],
    ['Where does her brother live?', 'Orla, his sister, has a brother called Fergus.', null],
    ['What does his sister drive?', 'Orla, his sister, is a barrister.', 'What does Orla drive?'],
    ['When does my boss get in?', 'Petra is my boss.', 'When does Petra get in?'],
    ['When does my boss get in?', "User's boss is called Martin.", 'When does Martin get in?'],
    ['When does my boss get in?', 'My boss is Dr. Adeyemi.', 'When does Dr. Adeyemi get in?'],
    ['What does the dog eat?', 'The dog is named Rocket.', 'What does Rocket eat?'],
    ["What does my sister's husband do?", 'My sister Leila is a pilot.', "What does Leila's husband do?"],
    ["What does Tom's wife do?", "Tom's wife Anna is a nurse.", 'What does Anna do?'],
    ["Who is my mum's doctor?", 'My mum Judith is seventy.', "Who is Judith's doctor?"],
  ])('%s with %s: %s', (question, text, named) => {
    expect(byName(question, facts(text, 'The roof is red.'))).toBe(named);
  });

  it.each([
    ['Where does my wife work?', 'My wife works at the library.'],
    ['Where does my wife work?', 'My wife is German.'],
    ['Where does my wife work?', "Tom's wife Anna is a nurse."],
    ['Where does my wife work?', 'My sister Anna is a nurse.'],
    ['Where does my sister work?', "My sister's Toyota broke down."],
    ['Where does my younger sister work?', 'My sister Anna is a nurse.'],
    ['When is the manager in?', 'The sales manager Tom Reed is ill.'],
    ['When is the product manager in?', 'The sales manager Tom Reed is ill.'],
    ['Who is my boss?', 'My boss is called Martin.'],
    ["What is my boss's name?", 'My boss is called Martin.'],
    ['Where do I work?', 'My wife Noor runs a flower shop.'],
  ])('leaves %s with %s', (question, text) => {
    expect(byName(question, facts(text))).toBeNull();
  });

  it('leaves a relation of which there are several', () => {
    expect(
      byName('Where does my brother live?', facts('My brother Ben is ten.', 'My brother Tim is two.')),
    ).toBeNull();
  });

  it('leaves turns of a conversation', () => {
    const turn = { inThread: true, memory: { content: 'Ann: My brother Ben is ten.' } };
    expect(byName('Where does my brother live?', [turn])).toBeNull();
    expect(byName('Where does my brother live?', [{ ...turn, inThread: false }])).toBe(
      'Where does Ben live?',
    );
  });
});
