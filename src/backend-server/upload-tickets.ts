import { randomBytes } from 'node:crypto';

/** What an upload URL lets its holder do: once, for a while. */
export interface UploadTicket {
  namespace: string;
  fileName: string;
  expiresAt: Date;
}

const TTL_MS = 15 * 60_000;
/** Beyond it the oldest lapse. */
const MAX_OPEN = 10_000;
const TOKEN_BYTES = 32;

/** The upload URLs that were given out and not used. They do not outlive the process: clients ask for another one. */
export class UploadTickets {
  private readonly open = new Map<string, UploadTicket>();

  issue(namespace: string, fileName: string, now: Date): string {
    this.prune(now);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    this.open.set(token, { namespace, fileName, expiresAt: new Date(now.getTime() + TTL_MS) });
    return token;
  }

  /** Null when it was never given, was used, or has lapsed. */
  take(token: string, now: Date): UploadTicket | null {
    const ticket = this.open.get(token) ?? null;
    this.open.delete(token);
    return ticket !== null && ticket.expiresAt > now ? ticket : null;
  }

  /** They lapse in the order in which they were given. */
  private prune(now: Date): void {
    for (const [token, { expiresAt }] of this.open) {
      if (expiresAt > now && this.open.size < MAX_OPEN) break;
      this.open.delete(token);
    }
  }
}
