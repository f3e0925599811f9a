import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartProblem } from '../../common/start-problem';
import type { HubClient, HubFile } from './hub-client';

/** A connection that brings nothing for this time is given up. */
const STALL_MS = 30_000;
const ATTEMPTS = 5;

interface DownloadOptions {
  /** Called with the bytes that arrived, or were there from an earlier attempt. */
  onBytes: (count: number) => void;
  /** Before the second attempt; the next pauses are twice as long. */
  retryMs?: number;
}

/**
 * Fetches a file of a hub to `path`. It appears there complete and with the right checksum, or not at all; what was
 * fetched before a failure is kept beside it, and the next call goes on from there. Throws `StartProblem`.
 */
export async function downloadFile(
  hub: HubClient,
  file: HubFile,
  path: string,
  { onBytes, retryMs = 1_000 }: DownloadOptions,
): Promise<void> {
  // With the checksum in its name, a part never belongs to another version of the file.
  const part = `${path}.${file.checksum?.hex.slice(0, 16) ?? 'unknown'}.part`;
  await mkdir(dirname(path), { recursive: true });
  onBytes(await sizeOf(part));
  let isWhole = file.bytes !== null && (await sizeOf(part)) === file.bytes;
  for (let attempt = 1; !isWhole; attempt++) {
    try {
      isWhole = await fetchRest(hub, file, part, onBytes);
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error;
      await delay(retryMs * 2 ** (attempt - 1));
    }
  }
  await verify(file, part);
  await rename(part, path);
}

/** True when all of the file is there. */
async function fetchRest(
  hub: HubClient,
  file: HubFile,
  part: string,
  onBytes: (count: number) => void,
): Promise<boolean> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), STALL_MS);
  const from = await sizeOf(part);
  try {
    const response = await hub.content(file, from, stalled.signal);
    if (response.status === 416) await rm(part);
    const isRest = response.status === 206;
    // A server without ranges sends the file from its beginning.
    if (!isRest) onBytes(-from);
    const target = await open(part, isRest ? 'a' : 'w');
    try {
      for await (const chunk of response.body ?? []) {
        timer.refresh();
        await target.write(chunk as Uint8Array);
        onBytes((chunk as Uint8Array).length);
      }
      await target.sync();
    } finally {
      await target.close();
    }
    if (response.ok && (file.bytes === null || (await sizeOf(part)) >= file.bytes)) return true;
    throw new Error(`The answer ${response.status} ended early`);
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`The download of ${file.url} broke off: run the command again to go on`, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Deletes a file that is not what the hub described: going on from it would never succeed. */
async function verify({ url, bytes, checksum }: HubFile, part: string): Promise<void> {
  const size = await sizeOf(part);
  const hash = createHash(checksum?.kind === 'git' ? 'sha1' : 'sha256');
  if (checksum?.kind === 'git') hash.update(`blob ${size}\0`);
  for await (const chunk of createReadStream(part)) hash.update(chunk as Buffer);
  if (size === (bytes ?? size) && (checksum === null || hash.digest('hex') === checksum.hex)) return;
  await rm(part, { force: true });
  throw new StartProblem(
    `${url} arrived damaged (its checksum is another than the hub names): run the command again`,
  );
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
