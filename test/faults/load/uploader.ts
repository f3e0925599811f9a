import type { LoadAgent, Memories } from './load-agent';

interface ShownFile {
  file_id: string;
  file_name: string;
  status: 'processing' | 'indexed' | 'failed';
  chunks: number;
}

interface FilePage {
  files: ShownFile[];
  next_cursor?: string;
}

interface Sent {
  name: string;
  lines: string[];
  /** Null where the upload was not answered. */
  fileId: string | null;
}

const LINES = 40;
const PAGE = 100;

/** Uploads small files. */
export class Uploader {
  private readonly sent: Sent[] = [];

  constructor(private readonly agent: LoadAgent) {}

  async step(): Promise<void> {
    const n = this.sent.length;
    const lines = Array.from(
      { length: LINES },
      (_, i) => `File f${n} says on line l${n}x${i} that tea is good.`,
    );
    const file: Sent = { name: `file-${n}.txt`, lines, fileId: null };
    this.sent.push(file);
    file.fileId = await this.upload(file);
  }

  /** Whether what was acknowledged is there; whether it can be read takes longer. */
  async flaws(): Promise<string[]> {
    const files = await this.list();
    const lost = this.sent.filter(
      ({ fileId }) => fileId !== null && !files.some((each) => each.file_id === fileId),
    );
    const failed = files.filter(({ status }) => status === 'failed');
    return [
      ...lost.map(({ name }) => `${name} is lost`),
      ...failed.map(({ file_name: name }) => `${name} was not read`),
    ];
  }

  /** Sends again what was not answered. */
  async repeat(): Promise<string[]> {
    for (const file of this.sent) file.fileId ??= await this.upload(file);
    const files = await this.list();
    const twice = this.sent.filter(
      ({ name }) => files.filter((each) => each.file_name === name).length !== 1,
    );
    return twice.map(({ name }) => `${name} is not there once`);
  }

  async isReading(): Promise<boolean> {
    return (await this.list()).some(({ status }) => status === 'processing');
  }

  /** When all is read: whether each line of each file is there, and each chunk once. */
  async chunkFlaws(memories: Memories): Promise<string[]> {
    const files = new Map((await this.list()).map((file) => [file.file_id, file]));
    return this.sent.flatMap(({ name, lines, fileId }) => {
      const chunks = [...memories.values()].filter((each) => each.source_ref?.startsWith(`${fileId}#`));
      const refs = new Set(chunks.map((each) => each.source_ref));
      const found = files.get(fileId ?? '');
      const text = chunks.map(({ content }) => content).join('\n');
      const missing = lines.filter((line) => !text.includes(line)).length;
      const isRight =
        found?.status === 'indexed' && found.chunks === chunks.length && refs.size === chunks.length;
      if (isRight && missing === 0) return [];
      return [`${name}: ${JSON.stringify(found)}, ${chunks.length} chunks, ${missing} lines are missing`];
    });
  }

  get count(): number {
    return this.sent.length;
  }

  private async upload({ name, lines }: Sent): Promise<string | null> {
    const form = new FormData();
    form.append('file', new Blob([lines.join('\n')]), name);
    return (
      (await this.agent.send<{ file_id: string }>('POST', 'upload-file', { form }))?.body.file_id ?? null
    );
  }

  private async list(): Promise<ShownFile[]> {
    const files: ShownFile[] = [];
    for (let query = ''; ;) {
      const page = await this.agent.need<FilePage>('GET', `files?limit=${PAGE}${query}`);
      files.push(...page.files);
      if (page.next_cursor === undefined) return files;
      query = `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
  }
}
