import { MOST_MS, slowTexts } from '../../../test/support/linear-time';
import { judgeForReport, judgePair } from './judge';
import { readMemory } from './features';
import type { JudgeContext, Said } from './said';
import { statementsOf } from './statements';

const ENGLISH: JudgeContext = { language: 'english', found: { words: 0.4, vectors: null } };

function said(content: string, day = 1): Said {
  const created_at = new Date(Date.UTC(2026, 0, day));
  return { content, type: 'fact', created_at, valid_from: null, names: [], key: null };
}

const judged = (older: string, newer: string) => judgePair(said(older), said(newer, 60), ENGLISH);

describe('judgePair', () => {
  it.each([
    ['My hobby is chess.', 'I just moved to Meta.'],
    ['The hobby of Maria Lopez is chess.', 'Maria Lopez moved to Meta.'],
    ['Anna is a manager.', 'Ben is a manager.'],
    ['The user lives in Toronto.', "The user's sister lives in Denver."],
    ['staging ingress: Traefik 3', 'production ingress: nginx 1.27'],
    ['db03 is in rack B12', 'db04 is in rack B14'],
    ['Ada Kern is a climber who lived in New York.', 'Ben Holt is a climber who lived in New York.'],
    ['Dr. Ada Kern published a paper on reefs.', 'Dr. Ben Holt published a paper on reefs.'],
    [
      'Ada Kern did not win in 2021; instead, she was nominated.',
      'Ben Holt did not win in 2021; instead, he was invited.',
    ],
    [
      'Zoe Hansen moved to the Warsaw office in March and works with Ben.',
      'Ben Stassen moved to the Berlin office in May and works with Jonas.',
    ],
    [
      'The desk of Zoe Hansen moved to the second floor, next to Ben.',
      'The desk of Ben Stassen moved to the third floor, next to Jonas.',
    ],
  ])('links nothing for %s / %s', (older, newer) => {
    expect(judged(older, newer).kind).toBe('none');
  });

  it.each([
    ['My phone is a Pixel 6.', "The user's phone is an iPhone 15."],
    ['I live in Berlin.', 'I live in Lisbon now.'],
    ['I work at Google.', 'The user works at Stripe.'],
    ['The CEO is John Smith.', 'The CEO is Mary Jones.'],
    ["The user's dentist is Dr. Salcedo.", "The user's dentist is Dr. Obuya."],
    ['The user is a nurse.', 'The user is a doctor now.'],
    [
      'Maria Lopez works as a nurse at the city hospital.',
      'Maria Lopez now works as a teacher at the city school.',
    ],
  ])('finds that %j is replaced by %j', (older, newer) => {
    expect(judged(older, newer)).toMatchObject({ kind: 'update', ended: { side: 'older' } });
  });

  it('finds that a value was replaced, and says which clause ends', () => {
    const found = judged(
      'The user lives in Berlin.',
      'The user moved to Lisbon and no longer lives in Berlin.',
    );
    expect(found).toMatchObject({
      kind: 'update',
      ended: { side: 'older', clause: 'The user lives in Berlin.' },
    });
    expect(found.reasons.length).toBeGreaterThan(0);
  });

  it('never applies a denial', () => {
    const found = judged(
      'The user built dashboards with Grafana.',
      'The user has never built dashboards with Grafana.',
    );
    expect(found).toMatchObject({ kind: 'contradiction', ended: null });
    expect(found.strength).not.toBe('auto');
  });

  it.each([
    [
      'User: We hiked the Rennsteig trail in May, it was great.',
      'User: I have never hiked the Rennsteig trail. How long is it?',
    ],
    [
      'User: I have never played the violin, which one do I buy?',
      'User: My first lessons are done and I played the violin for my aunt.',
    ],
    ['The user plays chess at the club.', 'The user has never played chess at a club.'],
  ])('names the contradiction of %j and %j, whichever came first', (older, newer) => {
    expect(judged(older, newer)).toMatchObject({ kind: 'contradiction', strength: 'link' });
  });

  it.each([
    ['Anna: I hiked the Rennsteig trail in May.', 'Ben: I have never hiked the Rennsteig trail.'],
    ['User: My sister hiked a trail in May.', 'User: I have never hiked the Rennsteig trail on skis.'],
    ['Anna hiked the Rennsteig trail.', 'Ben has never hiked the Rennsteig trail.'],
    ['User: I deploy on Fridays.', 'User: I will never deploy on Fridays again.'],
  ])('names no contradiction of %j and %j', (older, newer) => {
    expect(judged(older, newer).kind).not.toBe('contradiction');
  });

  it('compares no memories that share nothing', () => {
    expect(judged('The sky is blue.', 'Deploys run on Fridays.')).toMatchObject({
      kind: 'none',
      certainty: 0,
    });
  });
});

describe('statementsOf', () => {
  it('ends no sentence behind a title', () => {
    const { clauses } = statementsOf('My dentist is Dr. Salcedo. Mrs. Novak is the nurse.');
    expect(clauses).toEqual(['My dentist is Dr. Salcedo.', 'Mrs. Novak is the nurse.']);
  });

  it('leaves out headers, code, quotations and questions', () => {
    const text =
      '[1:56 pm on 8 May, 2023] Caroline: I use Vim.\n> I use Emacs.\n```\nconst a = 1;\n```\nCan you help me? Ann said "I will never use anything but a typewriter".';
    const { speaker, clauses } = statementsOf(text);
    expect(speaker).toBe('Caroline');
    expect(clauses.join(' ')).not.toMatch(/Emacs|const|help me|typewriter|2023/);
    expect(clauses).toContain('I use Vim.');
  });

  it('keeps what is said before a question', () => {
    expect(statementsOf("I've never used Docker, can you explain it?").clauses).toEqual([
      "I've never used Docker",
    ]);
  });

  it('reads nothing of an assistant', () => {
    expect(statementsOf('Assistant: You live in Berlin.').clauses).toEqual([]);
  });
});

describe('judgePair in a small store', () => {
  // There, the words that both have are not rare.
  const found = { words: 0.21, vectors: null };

  it('links what says the same with another value', () => {
    const newer = said('The API listens on port 3000.', 60);
    expect(judgePair(said('The API listens on port 8080.'), newer, { ...ENGLISH, found })).toMatchObject({
      kind: 'update',
      strength: 'link',
    });
  });
});

describe('judgeForReport', () => {
  const reported = (older: string, newer: string) =>
    judgeForReport(readMemory(said(older), 'english'), readMemory(said(newer, 60), 'english'), ENGLISH);

  it.each([
    ['The user lives in Berlin.', 'The user lives in Munich.'],
    ['The API server listens on port 8080.', 'The API server listens on port 3000.'],
    ['The user is allergic to peanuts.', 'The user is not allergic to peanuts.'],
    ['The project deadline is March 1', 'The project deadline is April 15'],
  ])('finds the contradiction of %j and %j, either way', (one, other) => {
    for (const judged of [reported(one, other), reported(other, one)])
      expect(judged).toMatchObject({ kind: 'contradiction', strength: 'link' });
  });

  it('takes for an update what the newer one says has changed', () => {
    expect(reported('The user lives in Berlin.', 'The user moved to Munich.')).toMatchObject({
      kind: 'update',
    });
  });

  it.each([
    ['The user likes tea.', 'The user likes coffee.'],
    ['The API server listens on port 8080.', 'The API was upgraded to version 2.'],
    ['The user lives in Berlin.', 'Does the user live in Munich?'],
    ['The harbour opens at 6 in the morning', 'The library opens at 6 in the morning'],
  ])('finds none in %j and %j', (one, other) => {
    expect(['none', 'look']).toContain(reported(one, other).strength);
  });

  it('names every pair that is a link', () => {
    const [older, newer] = [
      'The user lives in Berlin.',
      'The user moved to Lisbon and no longer lives in Berlin.',
    ];
    expect(judged(older, newer).kind).toBe('update');
    expect(reported(older, newer).kind).toBe('update');
  });

  it.each([
    ['Alice manages Bob.', 'Bob manages Alice.'],
    ['Alice Smith reports to Bob Jones.', 'Bob Jones reports to Alice Smith.'],
    ['Kafka feeds Redis.', 'Redis feeds Kafka.'],
  ])('takes %j and %j, with swapped roles, for two facts', (one, other) => {
    expect(reported(one, other).kind).toBe('none');
    expect(judged(one, other).kind).toBe('none');
  });

  it.each([
    ['Alice and Bob work at Acme.', 'Bob and Alice work at Acme.'],
    ['Alice manages Bob.', 'Bob is managed by Alice.'],
    ['Alice is married to Bob.', 'Bob is married to Alice.'],
    ['The user lives in Hamburg.', 'The user resides in Hamburg.'],
  ])('takes %j and %j for the same', (one, other) => {
    expect(reported(one, other).kind).toBe('duplicate');
  });

  it('takes a move back for an update', () => {
    expect(reported('Ann moved from Berlin to Munich.', 'Ann has moved from Munich to Berlin.').kind).toBe(
      'update',
    );
  });

  it('takes time in proportion to the texts of a pair', () => {
    expect(slowTexts((text) => reported(text, `${text.slice(0, -1)}?`), MOST_MS)).toEqual([]);
  });
});
