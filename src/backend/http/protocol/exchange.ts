import type { HttpService } from '@nestjs/axios';
import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import { firstValueFrom } from 'rxjs';
import { retryAfterMs } from '../../../common/retry-after';
import { traceHeaders, traced } from '../../../common/tracing';
import { type Call, type Reply, WrongAnswer, CallFault, networkFault } from './call';

const KEY_REFUSED: ReadonlySet<number> = new Set([401, 403]);
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const NOT_IMPLEMENTED = 501;

/** Sends a call once. Throws `CallFault`. */
export async function exchange<T>(http: HttpService, call: Call<T>, signal: AbortSignal): Promise<Reply<T>> {
  const response = await sent(http, call, { ...requestOf(call), signal });
  const { status } = response;
  if (!isSuccess(status)) return { isGood: false, status: meaningful(response) };
  try {
    return { isGood: true, value: call.read(jsonOf(response.data)) };
  } catch (error) {
    throw error instanceof WrongAnswer ? new CallFault('unreadable', error.message) : error;
  }
}

export function requestOf<T>(call: Call<T>): AxiosRequestConfig {
  return { method: call.method, url: call.path, params: call.query, data: call.body };
}

/** Traces name the operation, not its path. Throws `CallFault`. */
export function sent(
  http: HttpService,
  { name, isProbe }: Pick<Call<unknown>, 'name' | 'isProbe'>,
  request: AxiosRequestConfig,
): Promise<AxiosResponse<unknown>> {
  const method = request.method ?? 'GET';
  return traced(
    () => ({
      name: `backend ${name}`,
      kind: 'client',
      facts: { 'http.request.method': method },
      isPart: isProbe === true,
    }),
    async (span) => {
      const headers = { ...(request.headers as Record<string, string> | undefined), ...traceHeaders() };
      try {
        const response = await firstValueFrom(http.request<unknown>({ ...request, headers }));
        span?.tell({ 'http.response.status_code': response.status });
        if (response.status >= 400) span?.fail(String(response.status));
        return response;
      } catch (error) {
        throw networkFault(error);
      }
    },
  );
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The status, if the caller may interpret it. Throws `CallFault` for other statuses. */
export function meaningful({ status, headers }: AxiosResponse<unknown>): number {
  if (KEY_REFUSED.has(status)) throw new CallFault('key', `the backend refuses the key (status ${status})`);
  if (status === NOT_IMPLEMENTED) return status;
  if (status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS || status >= 500) {
    const wait = retryAfterMs((headers as Record<string, unknown>)['retry-after'], new Date());
    throw new CallFault('status', `status ${status}`, { status, retryAfterMs: wait });
  }
  if (status >= 400) return status;
  throw new CallFault('unreadable', `status ${status}`);
}

/** Null for none. */
function jsonOf(body: unknown): unknown {
  if (typeof body !== 'string' || body.trim() === '') return null;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new WrongAnswer('no JSON');
  }
}
