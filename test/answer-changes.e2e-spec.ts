import { newSession, remember as rememberIn, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { waitLongForLinks } from './support/replica-providers';
import { useTestApp } from './support/test-app';

const app = useTestApp();
beforeAll(() => waitLongForLinks(app));
let session: TestSession;

beforeEach(async () => {
  app.clock.set(new Date('2026-05-01T12:00:00Z'));
  session = await newSession(app, uniqueId());
});

const remember = (content: string, fields: object = {}) => rememberIn(session, { content, ...fields });

interface Asked {
  lines: string[];
  certainty: string;
  sources: { memory_id: string; current: boolean }[];
}

async function ask(question: string, fields: object = {}): Promise<Asked> {
  const { body } = await session
    .call('post', 'answer')
    .send({ question, ...fields })
    .expect(200);
  const { answer, certainty, sources } = body as Omit<Asked, 'lines'> & { answer: string };
  return { lines: answer.split('\n'), certainty, sources };
}

const held = ({ sources }: Asked) => sources.map(({ memory_id, current }) => [memory_id, current]);

describe('an answer about what changed', () => {
  it('says what holds, and what it superseded until when', async () => {
    const old = await remember('The archive opens on Fridays.', { valid_from: '2026-01-01' });
    const now = await remember('The archive opens on Mondays.', {
      valid_from: '2026-04-01',
      supersedes: [old],
    });
    const answer = await ask('When does the archive open?');
    expect(held(answer)).toEqual([
      [now, true],
      [old, false],
    ]);
    expect(answer.lines).toEqual([
      'These memories bear on this:',
      `- 2026-04-01: "The archive opens on Mondays." [${now}]`,
      `- before: "The archive opens on Fridays." [${old}], until 2026-04-01`,
    ]);
    expect(answer.certainty).toBe('high');
  });

  it('says what holds by an open update, and what it replaces until when', async () => {
    const old = await remember('Maria Lopez works as a nurse at the city hospital.', {
      valid_from: '2026-01-01',
    });
    app.clock.advance({ minutes: 1 });
    const now = await remember('Maria Lopez now works as a teacher at the city school.', { detect: 'now' });
    const answer = await ask('Who is a nurse at the hospital?');
    expect(answer.lines.slice(1)).toEqual([
      `- 2026-05-01: "Maria Lopez now works as a teacher at the city school." [${now}]`,
      `- before: "Maria Lopez works as a nurse at the city hospital." [${old}], until 2026-05-01`,
    ]);
    expect(held(answer)).toEqual([
      [now, true],
      [old, false],
    ]);
  });

  it('finds what holds by what it superseded, over several steps', async () => {
    const first = await remember('Parcels for Ida Berg go to the harbour.');
    const second = await remember('Send them to her office.', { supersedes: [first] });
    const third = await remember('The neighbour takes them.', { supersedes: [second] });
    const answer = await ask('Where do parcels for Ida Berg go?');
    expect(held(answer)).toEqual([
      [third, true],
      [first, false],
    ]);
  });

  it('says that nothing holds where what came in its place holds no longer, as recall does', async () => {
    const old = await remember('Parcels for Ida Berg go to the harbour.', { valid_from: '2026-01-01' });
    const ended = { valid_from: '2026-02-01', valid_to: '2026-04-01', supersedes: [old] };
    await remember('Send them to her office.', ended);
    const answer = await ask('Where do parcels for Ida Berg go?');
    expect(answer.lines).toEqual([
      'Nothing that is remembered holds now. This held before:',
      `- until 2026-02-01: "Parcels for Ida Berg go to the harbour." [${old}]`,
    ]);
    expect(answer.certainty).toBe('low');
  });

  it('is as sure whatever the limit is', async () => {
    await remember('The archive opens on Fridays.', { valid_from: '2026-01-01' });
    await remember('The archive now opens on Mondays.');
    await remember('The archive is closed in August.');
    const all = await ask('When does the archive open?');
    for (const limit of [1, 2]) {
      const few = await ask('When does the archive open?', { limit });
      expect([few.certainty, few.sources[0]]).toEqual([all.certainty, all.sources[0]]);
    }
  });

  it('finds what holds behind one that was expired meanwhile', async () => {
    const first = await remember('The minimum Node version is 18.');
    const second = await remember('Node 20 is required.', { supersedes: [first] });
    const third = await remember('We upgraded to Node 22.', { supersedes: [second] });
    await session.call('post', `memories/${second}/expire`).expect(200);
    expect(held(await ask('What is the minimum Node version?'))).toEqual([
      [third, true],
      [first, false],
    ]);
    const { body } = await session
      .call('post', 'recall')
      .send({ query: 'What is the minimum Node version?', cut: 'auto' })
      .expect(200);
    expect(body.memories).toMatchObject([{ id: third }]);
  });

  it('says which of the memories of a key came first', async () => {
    const old = await remember('The archive password hint is a flower', {
      key: 'archive.hint',
      valid_from: '2026-01-05',
    });
    const now = await remember('The archive password hint is a bird', { key: 'archive.hint' });
    const answer = await ask('What is the archive password hint?');
    expect(held(answer)).toEqual([
      [now, true],
      [old, false],
    ]);
    expect(answer.lines.at(-1)).toMatch(/^- before: .*flower.*, until 20\d\d-\d\d-\d\d$/);
  });

  it('takes the newer of two memories about one matter for what holds, without a link', async () => {
    const old = await remember('Ida Berg rents a flat in Turku.', { valid_from: '2026-01-05' });
    const now = await remember('Ida Berg rents a flat in Vaasa.', { valid_from: '2026-03-05' });
    const answer = await ask('Where does Ida Berg rent a flat?');
    expect(held(answer)).toEqual([
      [now, true],
      [old, false],
    ]);
    expect(answer.lines.at(-1)).toContain('until 2026-03-05');
  });

  it('says that nothing holds now where only what held before answers', async () => {
    const gone = await remember('The archive lends maps.', { valid_to: '2026-02-01' });
    await remember('The kitchen has a new stove.');
    const answer = await ask('What does the archive lend?');
    expect(held(answer)).toEqual([[gone, false]]);
    expect(answer.lines).toEqual([
      'Nothing that is remembered holds now. This held before:',
      `- until 2026-02-01: "The archive lends maps." [${gone}]`,
    ]);
    expect(answer.certainty).toBe('low');
  });

  it('says nothing of what holds later or has expired, and of other instants what held then', async () => {
    const old = await remember('The archive opens on Fridays.', {
      valid_from: '2026-01-01',
      valid_to: '2026-03-01',
    });
    const now = await remember('The archive opens on Mondays.', { valid_from: '2026-03-01' });
    await remember('The archive opens on Sundays.', { valid_from: '2999-01-01' });
    const expired = await remember('The archive opens on Tuesdays.');
    await session.call('post', `memories/${expired}/expire`).expect(200);
    expect(held(await ask('When does the archive open?'))).toEqual([
      [now, true],
      [old, false],
    ]);
    expect(held(await ask('When does the archive open?', { valid_at: '2026-02-01' }))).toEqual([[old, true]]);
  });
});

describe('an answer about everything', () => {
  it('lists all memories about its subject', async () => {
    const facts = [
      'lives in Turku',
      'is a nurse',
      'has two dogs',
      'plays the cello',
      'likes tea',
      'sails',
      'is 38',
    ];
    for (const fact of facts) await remember(`Ida Berg ${fact}.`);
    await remember('Olli Salo repairs bicycles.');
    const answer = await ask('Tell me everything you know about Ida Berg');
    expect(answer.lines.slice(1)).toHaveLength(facts.length);
    expect(answer.sources).toHaveLength(facts.length);
    expect((await ask('Tell me everything you know about Mia Lund')).sources).toEqual([]);
  });
});
