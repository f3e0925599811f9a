import { betaMemoryTool, type MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory';
import type { Agent } from '../agent.ts';
import { NotFoundError } from '../errors.ts';
import type { MemoryRecord } from '../schemas.ts';

export interface MemoryToolOptions {
  /** Only files of this scope, such as those of one user. */
  scope?: string;
}

const ROOT = '/memories';
const SOURCE = 'memory-tool';
const PAGE = 100;
/** Characters. */
const MOST_TEXT = 10_000;
const NUMBER_WIDTH = 6;

/**
 * The memory tool of Anthropic's SDK: `client.beta.messages.toolRunner({ tools: [memoryTool(agent)] })`. A file is a
 * memory with its path as `sourceRef`, of at most 10,000 characters; the Python package keeps files in the same way. What
 * the model deletes expires, and can be restored. Errors are thrown, and the SDK tells them to the model.
 */
export function memoryTool(agent: Agent, options: MemoryToolOptions = {}): ReturnType<typeof betaMemoryTool> {
  return betaMemoryTool(memoryToolHandlers(agent, options));
}

/** The same, command by command. */
export function memoryToolHandlers(agent: Agent, { scope }: MemoryToolOptions = {}): MemoryToolHandlers {
  const files = new Files(agent, scope ?? null);
  return {
    view: ({ path, view_range: range }) => files.view(checked(path), range),
    create: ({ path, file_text: text }) => files.create(checked(path), text),
    str_replace: ({ path, old_str: old, new_str: text = '' }) => files.replace(checked(path), old, text),
    insert: ({ path, insert_line: line, insert_text: text }) => files.insert(checked(path), line, text),
    delete: ({ path }) => files.delete(checked(path)),
    rename: ({ old_path: from, new_path: to }) => files.rename(checked(from), checked(to)),
  };
}

class Files {
  private readonly agent: Agent;
  private readonly scope: string | null;

  constructor(agent: Agent, scope: string | null) {
    this.agent = agent;
    this.scope = scope;
  }

  async view(path: string, range: number[] | null | undefined): Promise<string> {
    const file = await this.find(path);
    if (file === null) return this.viewFolder(path);
    const lines = textOf(file).split('\n');
    const [first = 1, last = -1] = range ?? [];
    const shown = numbered(lines, Math.max(1, first), last === -1 ? lines.length : last);
    return `Here's the content of ${path} with line numbers:\n${shown}`;
  }

  async create(path: string, text: string): Promise<string> {
    if (path === ROOT || (await this.find(path)) !== null) throw new Error(`File ${path} already exists`);
    await this.agent.remember(contentOf(text), {
      title: titleOf(path),
      source: SOURCE,
      sourceRef: path,
      scope: this.scope,
      metadata: blankOf(text),
    });
    return `File created successfully at: ${path}`;
  }

  async replace(path: string, old: string, text: string): Promise<string> {
    const file = await this.existing(path);
    const [before = '', ...after] = textOf(file).split(old);
    if (old === '' || after.length === 0)
      throw new Error(`No replacement was performed, old_str \`${old}\` did not appear verbatim in ${path}.`);
    if (after.length > 1)
      throw new Error(
        `No replacement was performed. Multiple occurrences of old_str \`${old}\`. Please ensure it is unique`,
      );
    const changed = `${before}${text}${after[0] ?? ''}`;
    await this.write(file, changed);
    const line = before.split('\n').length;
    const snippet = numbered(changed.split('\n'), Math.max(1, line - 2), line + 2);
    return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet}`;
  }

  async insert(path: string, line: number, text: string): Promise<string> {
    const file = await this.existing(path);
    const former = textOf(file);
    const lines = former === '' ? [] : former.replace(/\n$/, '').split('\n');
    if (line < 0 || line > lines.length)
      throw new Error(
        `Invalid \`insert_line\` parameter: ${line}. It should be within the range [0, ${lines.length}].`,
      );
    await this.write(file, `${lines.toSpliced(line, 0, text.replace(/\n+$/, '')).join('\n')}\n`);
    return `The file ${path} has been edited.`;
  }

  async delete(path: string): Promise<string> {
    if (path === ROOT) throw new Error(`Cannot delete the ${ROOT} directory itself`);
    for (const { id } of await this.someBelow(path)) await this.agent.memories.expire(id, 'deleted');
    return `Successfully deleted ${path}`;
  }

  async rename(from: string, to: string): Promise<string> {
    if (from === ROOT || to === ROOT || to.startsWith(`${from}/`))
      throw new Error(`Cannot rename ${from} to ${to}`);
    if ((await this.below(to)).length > 0) throw new Error(`The destination ${to} already exists`);
    for (const { id, sourceRef } of await this.someBelow(from)) {
      const place = `${to}${(sourceRef ?? '').slice(from.length)}`;
      await this.agent.memories.update(id, { sourceRef: place, title: titleOf(place) });
    }
    return `Successfully renamed ${from} to ${to}`;
  }

  private async viewFolder(path: string): Promise<string> {
    const files = path === ROOT ? await this.below(path) : await this.someBelow(path);
    const sizes = new Map([[path, 0]]);
    for (const file of files) {
      const size = new TextEncoder().encode(textOf(file)).length;
      const parts = (file.sourceRef ?? '').slice(path.length + 1).split('/');
      sizes.set(path, (sizes.get(path) ?? 0) + size);
      for (let depth = 1; depth <= Math.min(parts.length, 2); depth++) {
        const place = `${path}/${parts.slice(0, depth).join('/')}${depth < parts.length ? '/' : ''}`;
        sizes.set(place, (sizes.get(place) ?? 0) + size);
      }
    }
    const lines = [...sizes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([place, n]) => `${sizeOf(n)}\t${place}`);
    const head = `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items:`;
    return [head, ...lines].join('\n');
  }

  private async find(path: string): Promise<MemoryRecord | null> {
    try {
      const memory = await this.agent.memories.getByRef(path, { scope: this.scope });
      return memory.source === SOURCE ? memory : null;
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  }

  private async existing(path: string): Promise<MemoryRecord> {
    const file = await this.find(path);
    if (file !== null) return file;
    if ((await this.below(path)).length > 0) throw new Error(`The path ${path} is not a file.`);
    throw new Error(`The path ${path} does not exist. Please provide a valid path.`);
  }

  /** Files at the path or below it, at least one. */
  private async someBelow(path: string): Promise<MemoryRecord[]> {
    const files = await this.below(path);
    if (files.length > 0) return files;
    throw new Error(`The path ${path} does not exist. Please provide a valid path.`);
  }

  private async below(path: string): Promise<MemoryRecord[]> {
    const found: MemoryRecord[] = [];
    let cursor: string | null | undefined;
    do {
      const scopes = [this.scope];
      const query = { source: SOURCE, scopes, limit: PAGE, ...(cursor && { cursor }) };
      const page = await this.agent.memories.list(query);
      found.push(...page.memories.filter(({ sourceRef }) => `${sourceRef}/`.startsWith(`${path}/`)));
      cursor = page.nextCursor;
    } while (cursor);
    return found;
  }

  private async write({ id }: MemoryRecord, text: string): Promise<void> {
    await this.agent.memories.update(id, { content: contentOf(text), metadata: blankOf(text) });
  }
}

/** Removes a slash at the end. Throws for a path that is not below the root. */
function checked(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const normal = `/${parts.join('/')}`;
  if (path.startsWith('/') && `${normal}/`.startsWith(`${ROOT}/`)) return normal;
  throw new Error(`Path must start with ${ROOT}, got: ${path}`);
}

/** A memory says something; a file need not. */
function contentOf(text: string): string {
  const length = [...text].length;
  if (length > MOST_TEXT)
    throw new Error(`The file has ${length} characters: ${MOST_TEXT} at most. Write several files.`);
  return text.trim() === '' ? '(an empty file)' : text;
}

function blankOf(text: string): Record<string, string> {
  return text.trim() === '' ? { blank: text } : {};
}

function textOf({ content, metadata }: MemoryRecord): string {
  return typeof metadata.blank === 'string' ? metadata.blank : content;
}

function titleOf(path: string): string {
  return path.slice(-100);
}

function numbered(lines: readonly string[], first: number, last: number): string {
  const shown = lines.slice(first - 1, last);
  return shown.map((line, at) => `${String(at + first).padStart(NUMBER_WIDTH)}\t${line}`).join('\n');
}

function sizeOf(bytes: number): string {
  return bytes < 1_024 ? `${bytes}B` : `${(bytes / 1_024).toFixed(1)}K`;
}
