import { anAnswerMemory } from '../../test/support/answer-memories';
import { answerCertainty, arranged, asCurrent, type FoundForAnswer } from './answer-memory';
import type { OpenLink } from '../links/link';
import { questionTerms } from './question-terms';

const NOW = new Date('2026-06-01T00:00:00Z');

function arrange(text: string, found: Partial<FoundForAnswer>) {
  const question = questionTerms(text, 'english', true);
  return arranged({
    question,
    now: NOW,
    current: [],
    others: [],
    replacements: new Map(),
    contradictions: [],
    updates: [],
    includesOthers: false,
    ...found,
  });
}

/** What an answer says of its memories: the words of each, and until when it held. */
function said(...given: Parameters<typeof arrange>) {
  return arrange(...given).map(({ memory: { content }, holding }) =>
    holding.kind === 'current'
      ? content
      : `${content} <${holding.until?.toISOString().slice(0, 10) ?? 'unknown'}`,
  );
}

const QUESTION = 'Which port does the gateway use?';
const now = anAnswerMemory('The gateway uses port 9000.', { day: '2026-05-01', score: 0.4 });
const before = anAnswerMemory('The gateway uses port 8000.', { day: '2026-03-01' });
const first = anAnswerMemory('The gateway uses port 7000.', { day: '2026-01-01', score: 0.6 });
const other = anAnswerMemory('The printer stands on the second floor.', { day: '2026-04-01', score: 0.45 });

const contradiction = (olderId: string): OpenLink => {
  return { newerId: now.memory.id, olderId, kind: 'contradiction', certainty: 0.9 };
};

describe('the memories of an answer', () => {
  it('begin with the newest value, and each one before ends when the next began', () => {
    expect(said(QUESTION, { current: [now, before, first, other] })).toEqual([
      now.memory.content,
      `${before.memory.content} <2026-05-01`,
      `${first.memory.content} <2026-03-01`,
      other.memory.content,
    ]);
  });

  it('are in the order of the search where none replaces another', () => {
    const lunch = anAnswerMemory('Lunch is at noon.', { day: '2026-05-02' });
    expect(said('When is lunch?', { current: [lunch, other] })).toEqual([
      lunch.memory.content,
      other.memory.content,
    ]);
  });

  it.each([
    ['another memory replaced it', { supersededBy: now.memory.id }, '2026-05-01'],
    [
      'its time ended before that',
      { supersededBy: now.memory.id, validTo: new Date('2026-04-15') },
      '2026-04-15',
    ],
  ])('say until when a former one held: %s', (_, fields, until) => {
    const old = anAnswerMemory('Requests go to 8000.', { day: '2026-03-01', ...fields });
    const replacements = new Map([[old.memory.id, { next: now.memory, last: now.memory }]]);
    expect(said(QUESTION, { current: [other, now], others: [old], replacements })).toEqual([
      other.memory.content,
      now.memory.content,
      `Requests go to 8000. <${until}`,
    ]);
  });

  it('join those of one key', () => {
    const old = anAnswerMemory('Old value', { key: 'gateway.port', day: '2026-02-01' });
    const current = anAnswerMemory('New value', { key: 'gateway.port' });
    expect(said('Which value?', { current: [current], others: [old] })).toEqual([
      'New value',
      'Old value <2026-05-01',
    ]);
  });

  it('leave out former ones that nothing current replaced, unless nothing current answers or they are asked for', () => {
    const past = anAnswerMemory('Was evaluating a proxy.', { past: true });
    expect(said(QUESTION, { current: [now], others: [past] })).toEqual([now.memory.content]);
    expect(said(QUESTION, { others: [past] })).toEqual(['Was evaluating a proxy. <unknown']);
    expect(said(QUESTION, { current: [now], others: [past], includesOthers: true })).toEqual([
      now.memory.content,
      'Was evaluating a proxy. <unknown',
    ]);
  });

  it('name what an open update replaces as former, whatever both say', () => {
    const lunch = anAnswerMemory('Lunch is at noon.', { day: '2026-05-02' });
    const update = {
      newerId: lunch.memory.id,
      olderId: before.memory.id,
      kind: 'update',
      certainty: 0.9,
    } as const;
    expect(said(QUESTION, { current: [before, lunch, other], updates: [update] })).toEqual([
      lunch.memory.content,
      `${before.memory.content} <2026-05-02`,
      other.memory.content,
    ]);
  });

  it('name both sides of an open contradiction as such, and neither as former', () => {
    const contradictions = [contradiction(before.memory.id)];
    const arrangedPair = arrange(QUESTION, { current: [now, before], contradictions });
    expect(arrangedPair.map(({ holding: { kind }, contradicts }) => [kind, contradicts])).toEqual([
      ['current', [before.memory.id]],
      ['current', [now.memory.id]],
    ]);
  });

  it('name no contradiction with a memory that is not there', () => {
    const [alone] = arrange(QUESTION, { current: [now], contradictions: [contradiction('gone')] });
    expect(alone?.contradicts).toEqual([]);
  });
});

describe('the certainty of an answer', () => {
  it('is that of the best memory that holds', () => {
    expect(answerCertainty(asCurrent([now, other]))).toBe('high');
    expect(answerCertainty(asCurrent([anAnswerMemory('x', { score: 0.2 })]))).toBe('low');
    expect(answerCertainty([])).toBe('none');
  });

  it('is low where nothing holds any more, and where memories contradict each other', () => {
    expect(answerCertainty(arrange(QUESTION, { others: [first] }))).toBe('low');
    const contradictions = [contradiction(before.memory.id)];
    expect(answerCertainty(arrange(QUESTION, { current: [now, before], contradictions }))).toBe('low');
  });
});
