import { readFileSync } from 'node:fs';
import path from 'node:path';
import { userFolder } from '../settings-files.ts';
import { digest, replaceFile } from './small-files.ts';

const KEPT_MS = 90 * 24 * 3_600_000;

/** How far transcripts were read, one small file for each, so that nothing is extracted twice. */
export class TranscriptPlaces {
  private readonly folder: string;

  constructor(folder = path.join(userFolder(), 'transcripts')) {
    this.folder = folder;
  }

  /** The place in bytes; 0 for a new transcript. */
  read(transcript: string): number {
    try {
      const place = Number(readFileSync(this.fileOf(transcript), 'utf8'));
      return Number.isSafeInteger(place) && place > 0 ? place : 0;
    } catch {
      return 0;
    }
  }

  write(transcript: string, place: number): void {
    replaceFile(this.fileOf(transcript), String(place), KEPT_MS);
  }

  private fileOf(transcript: string): string {
    return path.join(this.folder, digest(transcript, 32));
  }
}
