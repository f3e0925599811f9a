import { judgeBySubject, TornAgent } from './support/conflicts';
import { settled, upload } from './support/files';
import { useTestApp } from './support/test-app';

const app = useTestApp({ env: { TRACE: 'full' }, finding: true });

interface Counts {
  count_by_kind: Record<string, number>;
  receipt: { state: string; counts: Record<string, number> };
}

async function forget(agent: TornAgent, body: object): Promise<Counts> {
  return (await agent.session.call('post', 'forget').send(body).expect(200)).body as Counts;
}

/** What a dry run counts, which a run must count too. */
async function countedTwice(agent: TornAgent, selector: object): Promise<Record<string, number>> {
  const dry = await forget(agent, selector);
  expect((await forget(agent, selector)).count_by_kind).toEqual(dry.count_by_kind);
  const { receipt } = await forget(agent, { ...selector, dry_run: false });
  expect(receipt).toMatchObject({ state: 'done', counts: dry.count_by_kind });
  const after = await forget(agent, selector);
  expect(Object.values(after.count_by_kind).every((count) => count === 0)).toBe(true);
  return dry.count_by_kind;
}

async function uploaded({ session }: TornAgent, name: string, text: string): Promise<void> {
  const client = { url: app.url, ...session };
  const file = await settled(client, await upload(client, name, text));
  expect(file.status).toBe('indexed');
}

const recall = ({ session }: TornAgent, body: object) =>
  session.call('post', 'recall').send(body).expect(200);

describe('a dry run counts what a run deletes', () => {
  beforeEach(() => judgeBySubject(app));

  /** One of everything that names Alice Smith, and one of everything that does not. */
  async function filled(id: string): Promise<TornAgent> {
    const agent = await TornAgent.create(app, id);
    const edited = await agent.remember('Alice Smith runs the shop', { tags: ['crm'] });
    await agent.session.call('patch', `memories/${edited}`).send({ confidence: 0.5 }).expect(200);
    const renamed = await agent.remember('The owner was Alice Smith');
    await agent.session.call('patch', `memories/${renamed}`).send({ content: 'Carol owns it' }).expect(200);
    await agent.tear('Alice Smith');
    await agent.tear('Carol');
    await uploaded(agent, 'note.md', '# Note\n\nAlice Smith plays chess.\n');
    await uploaded(agent, 'Alice Smith.txt', 'The cellar key hangs there.');
    await uploaded(agent, 'other.txt', 'Carol plays go.');
    await recall(agent, { query: 'Who runs the shop?' });
    await recall(agent, { query: 'What does Alice Smith do?', tags: ['no such tag'] });
    await recall(agent, { query: 'Who?', tags: ['Alice Smith'] });
    await recall(agent, { query: 'Does Carol play?', tags: ['no such tag'] });
    await agent.session
      .call('post', 'remember')
      .set('Idempotency-Key', 'alice-smith')
      .send({ content: 'It rains' })
      .expect(200);
    return agent;
  }

  it('of a person', async () => {
    const agent = await filled('counted-person');
    expect(await countedTwice(agent, { about: 'Alice Smith' })).toEqual({
      memories: 5,
      former_versions: 2,
      chunks: 2,
      files: 2,
      conflict_rows: 1,
      responses: 1,
      queries: 3,
    });
    expect(await agent.contents()).toEqual(
      expect.arrayContaining(['Carol owns it', 'Carol: Berlin', 'Carol: Munich', 'It rains']),
    );
  });

  it('of a person where other conditions must hold, and leaves files of that name', async () => {
    const agent = await filled('counted-tagged');
    const counts = await countedTwice(agent, { about: 'Alice Smith', tags: ['crm'] });
    expect(counts).toMatchObject({ memories: 1, former_versions: 1, chunks: 0, files: 0 });
    expect(await agent.contents()).toContain('The cellar key hangs there.');
  });

  it('of ids', async () => {
    const agent = await filled('counted-ids');
    const [row] = (await agent.open()).filter(({ title }) => title === 'On Carol');
    const counts = await countedTwice(agent, { ids: [row?.old_memory_id] });
    expect(counts).toMatchObject({ memories: 1, conflict_rows: 1, files: 0, responses: 0 });
  });

  it('of words', async () => {
    const agent = await filled('counted-words');
    const counts = await countedTwice(agent, { query: 'cellar key' });
    expect(counts).toMatchObject({ memories: 1, chunks: 1, files: 1, conflict_rows: 0, responses: 0 });
  });
});
