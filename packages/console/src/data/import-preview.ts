/** What a file holds that an export wrote, before anything is sent. */
export interface ImportPreview {
  agents: string[];
  memories: number;
  byType: Record<string, number>;
  oldest: Date | null;
  newest: Date | null;
  /** Of all memories, to compare them with those that are here. */
  ids: string[];
  /** The beginnings of the first contents. */
  first: { id: string; type: string; content: string }[];
  /** Lines that cannot be read. */
  damaged: number;
  /** Whether the last line is there, without which the file broke off. */
  isWhole: boolean;
}

const SHOWN = 10;
const LONGEST = 200;

const EMPTY: ImportPreview = {
  agents: [],
  memories: 0,
  byType: {},
  oldest: null,
  newest: null,
  ids: [],
  first: [],
  damaged: 0,
  isWhole: false,
};

/** Reads a file line by line, so that one of any size can be looked into. */
export async function previewOf(pieces: AsyncIterable<string>): Promise<ImportPreview> {
  const preview = structuredClone(EMPTY);
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(preview, line);
  }
  take(preview, rest);
  return preview;
}

function take(preview: ImportPreview, line: string): void {
  if (line.trim() === '') return;
  const row = parsed(line);
  if (row === null) preview.damaged++;
  else if (row.kind === 'header' && Array.isArray(row.agents)) preview.agents = row.agents.map(String);
  else if (row.kind === 'end') preview.isWhole = true;
  else if (row.kind === 'memory') takeMemory(preview, row);
}

function takeMemory(preview: ImportPreview, row: Record<string, unknown>): void {
  const [id, type, content] = [wordOf(row.id), wordOf(row.type), wordOf(row.content)];
  preview.memories++;
  preview.ids.push(id);
  preview.byType[type] = (preview.byType[type] ?? 0) + 1;
  if (preview.first.length < SHOWN) preview.first.push({ id, type, content: content.slice(0, LONGEST) });
  takeTime(preview, new Date(wordOf(row.created_at)));
}

function takeTime(preview: ImportPreview, at: Date): void {
  if (Number.isNaN(at.getTime())) return;
  if (preview.oldest === null || at < preview.oldest) preview.oldest = at;
  if (preview.newest === null || at > preview.newest) preview.newest = at;
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null && 'kind' in row ? row : null;
  } catch {
    return null;
  }
}

/** The text of a file in pieces. */
export async function* textOf(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
