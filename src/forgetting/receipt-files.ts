import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../common/make-directory';
import { UUID_PATTERN } from '../common/uuid';
import type { ForgetReceipt } from './receipt.dto';

const FOLDER = 'receipts';
const NAME = new RegExp(`^(${UUID_PATTERN})\\.json$`);

/** Receipts beside the database, so that a restored older database learns of them. */
export class ReceiptFiles {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, FOLDER);
  }

  /** Appears whole. Only the owner can read it. */
  async write(receipt: ForgetReceipt): Promise<void> {
    await makeDirectory(this.folder);
    const path = join(this.folder, `${receipt.receipt_id}.json`);
    await writeFile(`${path}.tmp`, `${JSON.stringify(receipt)}\n`, { mode: 0o600 });
    await rename(`${path}.tmp`, path);
  }

  /** Ids, in the order of time. */
  async list(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.flatMap((name) => NAME.exec(name)?.[1] ?? []).sort();
  }

  /** Reads a receipt as it is in the file, unchecked. */
  async read(receiptId: string): Promise<unknown> {
    return JSON.parse(await readFile(join(this.folder, `${receiptId}.json`), 'utf8'));
  }
}
