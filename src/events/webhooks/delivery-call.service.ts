import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { HttpService } from '@nestjs/axios';
import { Injectable } from '@nestjs/common';
import axios, { isAxiosError } from 'axios';
import { lastValueFrom } from 'rxjs';
import { Env } from '../../config/env';
import { PACKAGE } from '../../config/package';
import { isPublicAddress, literalAddress, lookupPublic, PrivateAddress } from './public-address';
import type { CallOutcome } from './webhook';

const MAX_ERROR = 200;

/** Calls receivers: no redirect is followed, no proxy of the environment used, and nothing of the answer read but its head. */
@Injectable()
export class DeliveryCall {
  private readonly http: HttpService;

  constructor(private readonly env: Env) {
    const options = env.WEBHOOK_PRIVATE_NETWORKS ? {} : { lookup: lookupPublic };
    this.http = new HttpService(
      axios.create({
        httpAgent: new HttpAgent(options),
        httpsAgent: new HttpsAgent(options),
        headers: { 'content-type': 'application/json', 'user-agent': `${PACKAGE.name}/${PACKAGE.version}` },
        maxRedirects: 0,
        proxy: false,
        responseType: 'stream',
        decompress: false,
        validateStatus: () => true,
      }),
    );
  }

  /** Whether the URL names an address that is refused. What a name stands for is checked when it is called. */
  isRefused(url: string): boolean {
    const address = literalAddress(new URL(url));
    return !this.env.WEBHOOK_PRIVATE_NETWORKS && address !== null && !isPublicAddress(address);
  }

  async post(
    url: string,
    headers: Record<string, string>,
    body: string,
    stop: AbortSignal,
  ): Promise<CallOutcome> {
    if (this.isRefused(url)) return failed(new PrivateAddress());
    const timeout = AbortSignal.timeout(this.env.WEBHOOK_TIMEOUT_MS);
    const signal = AbortSignal.any([stop, timeout]);
    try {
      // As bytes: what is sent is what was signed.
      const answer = await lastValueFrom(
        this.http.post<Readable>(url, Buffer.from(body, 'utf8'), { headers, signal }),
      );
      answer.data.on('error', () => undefined);
      answer.data.destroy();
      return outcomeOf(answer.status);
    } catch (error) {
      if (stop.aborted) return { kind: 'stopped' };
      return timeout.aborted
        ? { kind: 'failed', status: null, error: `no answer in ${this.env.WEBHOOK_TIMEOUT_MS} ms` }
        : failed(error);
    }
  }
}

function outcomeOf(status: number): CallOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  const error = status >= 300 && status < 400 ? 'redirects are not followed' : `answered ${status}`;
  return { kind: 'failed', status, error };
}

/** Never a text of the receiver. */
function failed(error: unknown): CallOutcome {
  const cause = isAxiosError(error) ? (error.cause ?? error) : error;
  const { message, code } = cause as { message?: string; code?: string };
  const text = cause instanceof PrivateAddress ? cause.message : (code ?? message ?? 'failed');
  return { kind: 'failed', status: null, error: text.slice(0, MAX_ERROR) };
}
