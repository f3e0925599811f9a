import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { connectingAgents } from './connecting-agents';
import type { BackendOptions } from './backend-options';

const MAX_ANSWER_BYTES = 64 * 1_024 * 1_024;
const MAX_BODY_BYTES = 32 * 1_024 * 1_024;
/** For calls that do not wait for their turn: pings and runs. */
const SPARE_SOCKETS = 8;

/**
 * HTTP to the backend and to nothing else: no redirect is followed and no proxy taken from the environment. Every
 * status is an answer, and bodies stay texts.
 */
export function backendHttp({ url, apiKey, bulkhead }: BackendOptions): HttpService {
  return new HttpService(
    axios.create({
      ...connectingAgents(bulkhead.atATime + SPARE_SOCKETS),
      baseURL: url,
      headers: { accept: 'application/json', ...(apiKey !== null && { 'x-api-key': apiKey }) },
      maxRedirects: 0,
      proxy: false,
      maxContentLength: MAX_ANSWER_BYTES,
      maxBodyLength: MAX_BODY_BYTES,
      responseType: 'text',
      transformResponse: (body: unknown) => body,
      validateStatus: () => true,
    }),
  );
}
