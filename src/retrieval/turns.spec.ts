import { CERTAIN_TURN, isSameThread, NO_TURN, turnOf } from './turns';

describe('turnOf', () => {
  it.each([
    '[1:56 pm on 8 May, 2023] Caroline: Hey Mel!',
    '[1:56 pm on 8 May, 2023] Hey Mel!',
    '[2023-05-08 13:56] Caroline: Hi',
    '[2023-05-08T13:56:00Z] Hi',
    '[08.05.23, 13:56:01] Ann Lee: Hi',
    '(13:56) ann: hi',
    '08/05/2023, 13:56 - Ann: Hi',
    '8/5/23, 1:56 PM - Ann: Hi',
    '2023-05-08 13:56 Ann: Hi',
    '2023-05-08T13:56:00Z Ann: Hi',
    '13:56 <ann> hi',
    'User: Which theme?',
    'assistant: The dark one.',
  ])('is certain of %j', (text) => {
    expect(turnOf(text)).toBe(CERTAIN_TURN);
  });

  it.each([
    'Never push directly to main.',
    'The user prefers tabs over spaces.',
    'Deployments happen at 10:30.',
    '10:30 is the stand-up.',
    '2026-05-01: the release went out',
    '[urgent] Renew the certificate',
    '[2023-05-08] Renewed the certificate',
    'https://example.org: the home page',
    'Ratio 3:2 fits',
    '',
  ])('finds no turn in %j', (text) => {
    expect(turnOf(text)).toBe(NO_TURN);
  });

  it('distinguishes the names before a colon', () => {
    const [ann, bob] = [turnOf('Ann Lee: Hi'), turnOf('Bob: Hello')];
    expect(ann).toBe(turnOf('Ann Lee: And you?'));
    expect(new Set([ann, bob, CERTAIN_TURN, NO_TURN]).size).toBe(4);
  });
});

it('numbers a name alike in every process, because images of indexes go to others', () => {
  expect(turnOf('Ann: x')).toBe(54_123);
});

describe('isSameThread', () => {
  const [ann, bob, deadline, owner] = ['Ann', 'Bob', 'Deadline', 'Owner'].map((name) =>
    turnOf(`${name}: x`),
  ) as [number, number, number, number];

  it('holds of certain turns, and never of what is no turn', () => {
    expect(isSameThread(NO_TURN, CERTAIN_TURN, CERTAIN_TURN, NO_TURN)).toBe(true);
    expect(isSameThread(CERTAIN_TURN, NO_TURN, CERTAIN_TURN, CERTAIN_TURN)).toBe(false);
    expect(isSameThread(NO_TURN, NO_TURN, NO_TURN, NO_TURN)).toBe(false);
  });

  it('holds of names that alternate, not of labels', () => {
    expect(isSameThread(NO_TURN, ann, bob, ann)).toBe(true);
    expect(isSameThread(bob, ann, bob, NO_TURN)).toBe(true);
    expect(isSameThread(NO_TURN, deadline, owner, ann)).toBe(false);
    expect(isSameThread(deadline, deadline, deadline, deadline)).toBe(false);
  });
});
