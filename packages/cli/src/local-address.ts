// Where the service of this machine listens: by its settings, and by the file that a running one writes.
import { statSync } from 'node:fs';
import path from 'node:path';
import { findService, type InstalledService, serviceSetting } from './installed-service.ts';
import { isObject } from './json.ts';
import { readRegular } from './regular-file.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8000';
/** As the service names itself. */
export const SERVICE_NAME = 'agent-memory-service';
const MOST_BYTES = 4_096;
const PROBE_MS = 1_000;
const READY_MS = 2_000;
const MOST_PORT = 65_535;
const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])$/;
const ADDRESS_FILE = 'service.json';

type Env = Record<string, string | undefined>;

/**
 * The URL by PORT and HOST, which mean the same as for the service. A port that is none, or 0, is that of DEFAULT_URL.
 */
export function configuredUrl(env: Env = process.env): string {
  const port = serviceSetting('PORT', env);
  const isPort = port !== null && /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= MOST_PORT;
  const url = `http://${nameOf(serviceSetting('HOST', env))}:${isPort ? Number(port) : 8000}`;
  return URL.canParse(url) ? new URL(url).origin : DEFAULT_URL;
}

/** A server that listens at all addresses is reached by the loopback one. */
function nameOf(host: string | null): string {
  if (host === null || host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * The service that uses this DATA_DIR, if it answers at another address than the configured one: a service that was killed
 * leaves its file.
 */
export async function findRunningUrl(env: Env = process.env): Promise<string | null> {
  const service = findService(env);
  const url = service === null ? null : readAddress(service);
  // The configured address needs no question: it is used anyway.
  if (url === null || url === configuredUrl(env)) return null;
  return (await isService(url)) ? url : null;
}

export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/** Whether the service that answers at this address uses the data folder of the one that this program starts. */
export function usesDataOf(service: InstalledService, url: string): boolean {
  const own = readAddress(service);
  return own !== null && placeOf(new URL(own)) === placeOf(new URL(url));
}

/** The same for all names of this machine. */
function placeOf(url: URL): string {
  return isLoopback(url) ? `this machine, port ${url.port}` : url.origin;
}

/** Null if there is no such file of this user. */
function readAddress({ dataDir }: InstalledService): string | null {
  const file = path.join(dataDir, ADDRESS_FILE);
  try {
    const uid = process.geteuid?.();
    if (uid !== undefined && statSync(file).uid !== uid) return null;
    const state: unknown = JSON.parse(readRegular(file, MOST_BYTES).toString());
    const url = isObject(state) && typeof state.url === 'string' ? new URL(state.url) : null;
    return url?.protocol === 'http:' ? url.origin : null;
  } catch {
    return null;
  }
}

/** Whether the service is ready there. Another program may answer any address, as servers of web pages do. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(READY_MS) });
    return ok && (await isService(url));
  } catch {
    return false;
  }
}

async function isService(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/`, { signal: AbortSignal.timeout(PROBE_MS) });
    const body: unknown = await response.json();
    return isObject(body) && body.name === SERVICE_NAME;
  } catch {
    return false;
  }
}
