import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { userFolder } from '../settings-files.ts';

const KEPT_MS = 90 * 24 * 3_600_000;

/** How far transcripts were read, one small file for each, so that nothing is extracted twice. */
export class TranscriptPlaces {
  private readonly folder: string;

  constructor(folder = path.join(userFolder(), 'transcripts')) {
    this.folder = folder;
  }

  /** In bytes; 0 for a new transcript. */
  read(transcript: string): number {
    try {
      const place = Number(readFileSync(this.fileOf(transcript), 'utf8'));
      return Number.isSafeInteger(place) && place > 0 ? place : 0;
    } catch {
      return 0;
    }
  }

  write(transcript: string, place: number): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const file = this.fileOf(transcript);
    writeFileSync(`${file}.${process.pid}`, String(place), { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
    this.removeOld();
  }

  private removeOld(): void {
    for (const name of readdirSync(this.folder)) {
      const file = path.join(this.folder, name);
      const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > KEPT_MS) rmSync(file, { force: true });
    }
  }

  private fileOf(transcript: string): string {
    return path.join(this.folder, createHash('sha256').update(transcript).digest('hex').slice(0, 32));
  }
}
