import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readTranscript, saidIn } from './transcript.ts';

const line = (entry: object) => `${JSON.stringify(entry)}\n`;
const user = (content: unknown, more: object = {}) =>
  line({
    type: 'user',
    uuid: 'u',
    timestamp: '2026-11-23T10:00:00Z',
    message: { role: 'user', content },
    ...more,
  });

describe('a line of a transcript', () => {
  it('is what the person or the assistant says', () => {
    expect(saidIn(user('I prefer tabs.'))).toEqual([{ role: 'user', content: 'I prefer tabs.' }]);
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'Noted.' },
      { type: 'tool_use', id: 't', name: 'Bash', input: {} },
    ];
    expect(saidIn(line({ type: 'assistant', message: { role: 'assistant', content } }))).toEqual([
      { role: 'assistant', content: 'Noted.' },
    ]);
  });

  it.each([
    ['a result of a tool', user([{ type: 'tool_result', tool_use_id: 't', content: 'ok' }])],
    ['a note of the program', user('Caveat: …', { isMeta: true })],
    ['a message of a subagent', user('Search for x', { isSidechain: true })],
    ['a summary', user('The conversation so far', { isCompactSummary: true })],
    ['a command', user('<command-name>/clear</command-name>')],
    ['the output of a command', user('<local-command-stdout>ok</local-command-stdout>')],
    ['recalled memories', user('<recalled-memories>\n- x\n</recalled-memories>\n')],
    ['another kind of line', line({ type: 'file-history-snapshot', messageId: 'm' })],
    ['half a line', '{"type":"user","message":{"ro'],
  ])('is nothing where it is %s', (_, text) => {
    expect(saidIn(text)).toEqual([]);
  });
});

describe('a transcript that grows', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cli-transcript-'));
    file = path.join(folder, 's.jsonl');
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('is read from where it was read last, without the line that is being written', async () => {
    await writeFile(file, user('One.') + user('Two.').slice(0, 20));
    const first = readTranscript(file, 0);
    expect(first.messages.map(({ content }) => content)).toEqual(['One.']);

    await appendFile(file, user('Two.').slice(20) + user('Three.'));
    const second = readTranscript(file, first.end);
    expect(second.messages.map(({ content }) => content)).toEqual(['Two.', 'Three.']);
    expect(readTranscript(file, second.end)).toEqual({ messages: [], end: second.end });
  });

  it('is read from its last 8 MiB when it is longer', async () => {
    await writeFile(file, '');
    await truncate(file, 20 * 1024 * 1024);
    await appendFile(file, `\n${user('Last.')}`);
    const { messages, end } = readTranscript(file, 0);
    expect(messages.map(({ content }) => content)).toEqual(['Last.']);
    expect(end).toBe((await stat(file)).size);
  });

  it('is refused at once if it is no regular file', async () => {
    execFileSync('mkfifo', [file]);
    expect(() => readTranscript(file, 0)).toThrow('it is a pipe, not a regular file');
    await rm(file);
    await symlink('/dev/zero', file);
    expect(() => readTranscript(file, 0)).toThrow('it is a device, not a regular file');
  });

  it('is read from its beginning when it became shorter', async () => {
    await writeFile(file, user('One.') + user('Two.'));
    const { end } = readTranscript(file, 0);
    await truncate(file, user('One.').length);
    expect(readTranscript(file, end).messages.map(({ content }) => content)).toEqual(['One.']);
  });
});
