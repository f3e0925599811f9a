import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BLOCK = Buffer.alloc(65_536);
const SMALL_BLOCK = Buffer.alloc(512);

/** A disk of a given size, in memory, that a test fills up. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Throws where this user may not mount. */
  static async mount(megabytes: number): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), 'ams-'));
    mount(folder, megabytes);
    // Also the user that a PostgreSQL runs as has to get there.
    await chmod(folder, 0o755);
    return new SmallDisk(folder);
  }

  /** Leaves no room at all. */
  fill(): void {
    const file = openSync(this.ballast, 'a');
    for (const block of [BLOCK, SMALL_BLOCK]) while (hasRoomFor(file, block));
    closeSync(file);
  }

  makeRoom(): void {
    rmSync(this.ballast, { force: true });
  }

  async unmount(): Promise<void> {
    execFileSync('umount', ['-l', this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }
}

/** Whether mounting is allowed here. */
export function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'ams-'));
  try {
    mount(folder, 1);
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function mount(folder: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
}

function hasRoomFor(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
