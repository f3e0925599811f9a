import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PrintedMemories, printedFolder } from './printed-memories.ts';

const session = { sessionId: 's1', url: 'http://127.0.0.1:8000', agent: 'a' };
const tea = { content: 'The user drinks tea.' };
const tabs = { content: 'The user prefers tabs.' };

describe('what hooks printed in a conversation', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cli-printed-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('is not fresh any more, with other white space neither', () => {
    const printed = new PrintedMemories(session, folder);
    expect(printed.fresh([tea, tabs])).toEqual([tea, tabs]);
    printed.add([tea.content]);
    expect(new PrintedMemories(session, folder).fresh([{ content: 'The user\ndrinks  tea.' }, tabs])).toEqual(
      [tabs],
    );
    expect(printed.count()).toBe(1);
  });

  it('is fresh in another conversation, for another agent and after a restart', () => {
    new PrintedMemories(session, folder).add([tea.content, tabs.content]);
    for (const other of [{ sessionId: 's2' }, { agent: 'b' }, { url: 'http://127.0.0.1:8001' }])
      expect(new PrintedMemories({ ...session, ...other }, folder).fresh([tea])).toEqual([tea]);
    const restarted = new PrintedMemories(session, folder);
    restarted.restart([tabs.content]);
    expect(restarted.fresh([tea, tabs])).toEqual([tea]);
  });

  it('is at most 500 memories, of which the newest stay', () => {
    const printed = new PrintedMemories(session, folder);
    printed.add(Array.from({ length: 501 }, (_, at) => `Memory ${at}`));
    expect(printed.fresh([{ content: 'Memory 0' }, { content: 'Memory 1' }])).toEqual([
      { content: 'Memory 0' },
    ]);
  });

  it('is removed after a day', async () => {
    new PrintedMemories(session, folder).add([tea.content]);
    const [file] = await readdir(folder);
    const old = new Date(Date.now() - 25 * 3_600_000);
    await utimes(path.join(folder, file ?? ''), old, old);
    new PrintedMemories({ ...session, sessionId: 's2' }, folder).add([tabs.content]);
    expect(await readdir(folder)).toHaveLength(1);
    expect(await readdir(folder)).not.toContain(file);
  });

  it('lies in the folder for state', () => {
    expect(printedFolder({ HOME: '/home/ana' })).toBe('/home/ana/.local/state/agent-memory/hook-sessions');
    expect(printedFolder({ XDG_STATE_HOME: '/s' })).toBe('/s/agent-memory/hook-sessions');
    expect(printedFolder({ AGENT_MEMORY_CONFIG_DIR: '/c' })).toBe('/c/state/hook-sessions');
  });
});
