import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { plantAgent, someMemories, type Given } from '../../test/support/planted-agents';
import { exported, fileOf, imported } from '../../test/support/transfer';
import { sql } from '../database/sql';
import { isDone } from './import-tally';

const living = (count: number, seed: number): Given[] =>
  someMemories(count, seed).map((each, at) => ({ ...each, content: `memory ${at}`, isDeleted: false }));

describe('an import', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  let lines: string[];

  beforeAll(async () => {
    [source, target] = [await openTestDatabase(), await openTestDatabase()];
    await plantAgent(source.db, 'adam', living(30, 5));
    await plantAgent(source.db, 'eve', living(30, 6));
    lines = await exported(source.db);
  });

  beforeEach(async () => {
    await target.db.execute(sql`DELETE FROM agents`);
    await target.db.execute(sql`DELETE FROM namespaces`);
  });

  afterAll(() => Promise.all([source.close(), target.close()]));

  const again = async () => (await exported(target.db)).slice(1);

  it('goes on where one was cut off, in the middle of a line', async () => {
    const whole = fileOf(lines);
    const cut = await imported(target.db, whole.slice(0, Math.floor(whole.length / 3)));
    const last = cut.bad[0];
    expect(cut).toMatchObject({ badCount: 1, isComplete: false });
    expect(last?.reason).toContain('half-written');
    expect(isDone(cut)).toBe(false);

    const rest = await imported(target.db, whole);
    expect(rest).toMatchObject({ there: cut.stored, stored: lines.length - 2 - cut.stored, bad: [] });
    expect(isDone(rest)).toBe(true);
    expect(await again()).toEqual(lines.slice(1));
  });

  it('recognises a file that was cut off between two lines', async () => {
    expect(isDone(await imported(target.db, fileOf(lines.slice(0, -1))))).toBe(false);
  });

  it('names bad lines by their numbers, and takes all others', async () => {
    const at = lines.findIndex((line) => line.startsWith('{"kind":"memory"'));
    const spoilt = lines
      .with(at + 1, '{"kind":"memory",')
      .with(at + 3, '{"kind":"memory","content":"x","seq":1}');
    const tally = await imported(target.db, fileOf(spoilt.with(at + 5, '{"kind":"agent","agent_id":"a b"}')));
    expect(tally.bad.map((line) => line.number).sort((a, b) => a - b)).toEqual([at + 2, at + 4, at + 6]);
    expect(tally).toMatchObject({ stored: lines.length - 5, isComplete: true });
  });

  it('says in words what only the database refuses', async () => {
    const at = lines.findIndex((line) => line.startsWith('{"kind":"conflict"'));
    const resolved = { ...(JSON.parse(lines[at]!) as object), resolved: true, action: null };
    const tally = await imported(target.db, fileOf(lines.with(at, JSON.stringify(resolved))));
    expect(tally.bad).toEqual([{ number: at + 1, reason: 'the database refuses its values (code 23514)' }]);
  });

  it('reports lines whose agent or namespace is missing', async () => {
    const without = lines.filter((line) => !/^\{"kind":"(agent|namespace)"/.test(line));
    const tally = await imported(target.db, fileOf(without));
    // Their number does not match that of the last line either.
    expect(tally).toMatchObject({ stored: 0, there: 0, badCount: without.length - 1 });
  });

  it('refuses what is no export, or one of a newer format, before it changes anything', async () => {
    const newer = lines.with(0, '{"kind":"header","format":2}');
    await expect(imported(target.db, fileOf(newer))).rejects.toThrow('format 2');
    await expect(imported(target.db, fileOf(lines.slice(1)))).rejects.toThrow('not the header');
    await expect(imported(target.db, '')).rejects.toThrow('empty');
    expect(await again()).toHaveLength(1);
  });

  it('leaves what was changed here since', async () => {
    await imported(target.db, fileOf(lines));
    await target.db.execute(sql`UPDATE memories SET title = 'changed here'`);
    const before = await again();
    await imported(target.db, fileOf(lines));
    expect(await again()).toEqual(before);
  });

  it('does not bring back what was deleted here, unless it is forced', async () => {
    await imported(target.db, fileOf(lines));
    await target.db.execute(sql`
      INSERT INTO memory_history (namespace_id, memory_id, at, event, by)
      SELECT namespace_id, id, now(), 'deleted', 'me' FROM memories`);
    await target.db.execute(sql`DELETE FROM memories`);
    expect(await imported(target.db, fileOf(lines))).toMatchObject({ stored: 0, refused: 60 });
    expect(await imported(target.db, fileOf(lines), { force: true })).toMatchObject({
      stored: 60,
      refused: 0,
    });
  });

  it('does not bring back under another id what was deleted here', async () => {
    await plantAgent(
      target.db,
      'adam',
      living(10, 5).map((each) => ({ ...each, isDeleted: true })),
    );
    expect(await imported(target.db, fileOf(lines))).toMatchObject({ refused: 10 });
    expect(await imported(target.db, fileOf(lines), { force: true })).toMatchObject({ stored: 10 });
  });

  it('brings in no secret, be it in a text, a former text, metadata or a report', async () => {
    const secret = 'My password is Vex!morrow77';
    const at = lines.findIndex((line) => line.startsWith('{"kind":"memory"'));
    const line = JSON.parse(lines[at] ?? '') as Record<string, unknown>;
    const entry = {
      at: line.created_at,
      event: 'edited',
      by: 'me',
      former: { content: secret, tags: ['a'] },
    };
    const spoilt = {
      ...line,
      content: `${'x '.repeat(20)}${secret}`,
      title: 'x'.repeat(20),
      title_derived: true,
      metadata: { password: 'Vex!morrow77' },
      history: [{ ...entry, session_id: null, sweep_id: null }],
    };
    const changed = lines.with(at, JSON.stringify(spoilt));
    expect(await imported(target.db, fileOf(changed))).toMatchObject({ bad: [], isComplete: true });
    const text = (await again()).join('\n');
    expect(text).not.toContain('Vex!');
    expect(text.match(/\[secret: password\]/g)).toHaveLength(3);
    const [memory] = await target.db.query<{ title: string }>(
      sql`SELECT title FROM memories WHERE id = ${line.id}::uuid`,
    );
    expect(memory?.title).toMatch(/^(x ){20}My passwor/);
  });

  it('leaves out a line with a secret in a name, and says why', async () => {
    const at = lines.findIndex((line) => line.startsWith('{"kind":"memory"'));
    const line = JSON.parse(lines[at] ?? '') as Record<string, unknown>;
    const named = lines.with(at, JSON.stringify({ ...line, source_ref: `ghp_${'Zq7'.repeat(12)}` }));
    const { bad } = await imported(target.db, fileOf(named));
    expect(bad).toEqual([
      { number: at + 1, reason: expect.stringMatching(/source_ref.*github-token/) as string },
    ]);
    expect((await again()).join('')).not.toContain('Zq7');
  });

  it('takes the agents it is asked for', async () => {
    const tally = await imported(target.db, fileOf(lines), { agents: ['eve', 'nobody'] });
    expect(tally).toMatchObject({ bad: [], missing: ['nobody'] });
    const some = await exported(source.db, ['eve']);
    expect((await again()).slice(0, -1)).toEqual(some.slice(1, -1));
  });
});

describe('an export', () => {
  it('refuses agents that there are not', async () => {
    const test = await openTestDatabase();
    await expect(exported(test.db, ['nobody'])).rejects.toThrow("no agent 'nobody'");
    await test.close();
  });
});
