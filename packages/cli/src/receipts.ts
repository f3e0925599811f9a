// Receipts of forgetting: kept in files, checked there, and applied to a restored database.
import { createPublicKey, verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { openAgent } from './context.ts';
import { Failure, EXIT, usageError } from './failure.ts';
import { readJsonFile } from './json-file.ts';
import { printResult } from './output.ts';

const PUBLIC_KEY = /^[0-9a-f]{64}$/;
/** SPKI of an Ed25519 key up to its 32 bytes. */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

interface SignedReceipt {
  state?: unknown;
  signature?: unknown;
  key_id?: unknown;
}

export async function saveReceipt(id: string, { out }: { out: string }, command: Command): Promise<void> {
  const { memory } = await openAgent(command);
  const lines: string[] = [];
  for await (const line of memory.receiptLines(id)) lines.push(line);
  writeFileSync(out, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  printResult(command, { receiptId: id, file: out }, () => `Written to ${out}.`);
}

/**
 * Verifies a receipt. Without `--key`, the service gives the public keys. The exit code is 1 for a receipt that is not
 * genuine.
 */
export async function verifyReceipt(
  file: string,
  { key }: { key?: string },
  command: Command,
): Promise<void> {
  if (key !== undefined && !PUBLIC_KEY.test(key))
    throw usageError('--key takes a public key: 64 hex digits.');
  const { state: _, signature, ...signed } = (await readJsonFile(file)) as SignedReceipt;
  const publicKey = key ?? (await keyOf(signed.key_id, command));
  if (!isSigned(signed, signature, publicKey)) {
    throw new Failure(`${file} was changed, or another key signed it.`, EXIT.failed, 'NotGenuine');
  }
  printResult(command, { file, genuine: true, keyId: signed.key_id }, () => `${file} is genuine.`);
}

export async function applyReceipts(files: readonly string[], command: Command): Promise<void> {
  const { memory } = await openAgent(command);
  const applied: Awaited<ReturnType<typeof memory.applyReceipt>>[] = [];
  for (const file of files) applied.push(await memory.applyReceipt(await readJsonFile(file)));
  printResult(command, applied, () =>
    applied
      .map(({ receiptId, state, counts }) => `${receiptId}: ${state}, ${counts.memories} memories.`)
      .join('\n'),
  );
}

async function keyOf(keyId: unknown, command: Command): Promise<string> {
  const { memory } = await openAgent(command);
  const { keys } = await memory.auditKeys();
  const found = keys.find((each) => each.keyId === keyId);
  if (found === undefined)
    throw new Failure('The service has no such key: give --key.', EXIT.failed, 'NoKey');
  return found.publicKey;
}

/** False also for what is nested too deeply to be written. */
function isSigned(signed: object, signature: unknown, publicKey: string): boolean {
  if (typeof signature !== 'string') return false;
  const spki = Buffer.concat([PUBLIC_PREFIX, Buffer.from(publicKey, 'hex')]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  try {
    return verify(null, Buffer.from(canonicalJson(signed)), key, Buffer.from(signature, 'hex'));
  } catch {
    return false;
  }
}

/** RFC 8785, as the service signs. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
