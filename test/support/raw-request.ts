import { request, type IncomingHttpHeaders } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A request with exactly these headers, doubles included, which clients of the comfortable kind prevent. */
export function rawRequest(
  url: string,
  options: { method?: string; headers: readonly [name: string, value: string][]; body?: string },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const headers = options.headers.flat();
    const outgoing = request(url, { method: options.method ?? 'GET', headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(options.body);
  });
}
