import cluster from 'node:cluster';
import { isIP } from 'node:net';
import {
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { DomainError } from './domain-error';

const WINDOW_SECONDS = 60;
/** If the primary process does not answer in this time, the request passes uncounted. */
const COUNT_TIMEOUT_MS = 1_000;

/** Counts requests by a key within a minute of the first, for all workers of a port; each replica for itself. */
export class RequestCounter {
  private readonly counts: RateLimiterCluster | RateLimiterMemory;

  /** `name`: of its own for each counter of the process. */
  constructor(name: string) {
    // Each key may have another limit, so this class compares and not the package.
    const options = { points: Number.MAX_SAFE_INTEGER, duration: WINDOW_SECONDS, keyPrefix: name };
    this.counts = cluster.isWorker
      ? new RateLimiterCluster({ ...options, timeoutMs: COUNT_TIMEOUT_MS })
      : new RateLimiterMemory(options);
  }

  /** Counts a request. Returns 0 if it is within the limit, else the seconds until the next one may come. */
  async secondsToWait(key: string, perMinute: number): Promise<number> {
    return secondsBeyond(await this.orNull(this.counts.consume(key)), perMinute);
  }

  /** Counts nothing. Returns 0 unless the limit was passed, else the seconds until the next one may come. */
  async secondsLeft(key: string, perMinute: number): Promise<number> {
    return secondsBeyond(await this.orNull(this.counts.get(key)), perMinute);
  }

  /** Null if the request could not be counted, which is no reason to refuse it. */
  private async orNull(counted: Promise<RateLimiterRes | null>): Promise<RateLimiterRes | null> {
    try {
      return await counted;
    } catch {
      return null;
    }
  }
}

function secondsBeyond(counted: RateLimiterRes | null, perMinute: number): number {
  if (counted === null || counted.consumedPoints <= perMinute) return 0;
  return Math.max(1, Math.ceil(counted.msBeforeNext / 1_000));
}

/** In the primary process: lets the workers count together. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster();
}

/** The error filter sets `Retry-After` by it. */
export function rateLimited(limit_per_minute: number, retry_after_seconds: number): DomainError {
  const message = `More than ${limit_per_minute} requests in a minute: try again in ${retry_after_seconds} s`;
  return new DomainError('RateLimited', message, { limit_per_minute, retry_after_seconds });
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Groups of an IPv6 address that identify the /64 network, in which one client may use any address. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** Identifies a client: its IPv4 address, or the /64 network of its IPv6 address. */
export function clientKey(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIP(address) === 6 ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.split('::');
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS);
  return groups.map((group) => parseInt(group, 16).toString(16)).join(':');
}

/** An IPv4 address at the end stands for two groups, which are none of a network's. */
function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
