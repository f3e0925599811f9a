import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { chmodSync, statSync } from 'node:fs';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { makeDirectory } from '../common/make-directory';
import type { Env } from './env';

const KEY_BYTES = 32;
const KEY_FILE = 'secret_key';
/** The bits of a file mode for the group and all others. */
const OTHERS = 0o077;

/**
 * A key for one purpose, from which neither the secret nor the keys for other purposes follow: derived (HKDF-SHA256)
 * from SERVICE_SECRET_KEY, or where that is unset from random bytes that the data directory keeps. Throws when that
 * file is damaged or cannot be written.
 */
export async function deriveServiceKey(
  env: Pick<Env, 'SERVICE_SECRET_KEY' | 'DATA_DIR'>,
  purpose: string,
): Promise<KeyObject> {
  const secret =
    env.SERVICE_SECRET_KEY === null
      ? await generatedSecret(env.DATA_DIR)
      : Buffer.from(env.SERVICE_SECRET_KEY, 'utf8');
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES)));
}

/** A key of `deriveServiceKey` that is derived when it is first needed; after a failure, when it is needed next. */
export class ServiceKey {
  private derived: Promise<KeyObject> | null = null;

  constructor(
    private readonly env: Pick<Env, 'SERVICE_SECRET_KEY' | 'DATA_DIR'>,
    private readonly purpose: string,
  ) {}

  /** Throws as `deriveServiceKey` does. */
  async load(): Promise<KeyObject> {
    this.derived ??= deriveServiceKey(this.env, this.purpose);
    try {
      return await this.derived;
    } catch (error) {
      this.derived = null;
      throw error;
    }
  }
}

/** The bytes in the data directory, which the first caller creates. */
export async function generatedSecret(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, KEY_FILE);
  const known = await readIfThere(path);
  if (known === null) await createSecret(dataDir, path);
  const secret = known ?? (await readFile(path));
  if (secret.length !== KEY_BYTES) {
    throw new Error(`${path} is damaged: remove it to create a new one, which ends all sessions`);
  }
  if (known !== null) closeToOthers(path);
  return secret;
}

/**
 * Windows has no such modes: there the folder of the user protects the file. Several keys are derived at the same time:
 * without a pause between the look and the change, one of them warns.
 */
function closeToOthers(path: string): void {
  const { mode } = statSync(path);
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return;
  const advice = 'if others may have read it, stop the service and delete it: a start makes a new one';
  new Logger('Config').warn(`${path} was readable by other users; ${tryToClose(path)}; ${advice}`);
}

function tryToClose(path: string): string {
  try {
    chmodSync(path, 0o600);
    return 'its mode is now 0600';
  } catch (error) {
    return `its mode could not be set to 0600 (${(error as NodeJS.ErrnoException).code})`;
  }
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** A link fails where the file is there already, and makes it appear whole and on disk. */
async function createSecret(dataDir: string, path: string): Promise<void> {
  await makeDirectory(dataDir);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(KEY_BYTES));
    await file.sync();
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}
