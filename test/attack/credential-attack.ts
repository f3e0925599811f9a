import type { Finding } from './findings';
import { send, type Target } from './target';

const GUESSES = 2_000;
const AT_A_TIME = 20;
/** Different wrong credentials of an address that are answered with 401 within a minute. */
const MOST_ANSWERED = 100;
/** A client of another machine, as far as the service can tell. */
const ELSEWHERE = { 'X-Forwarded-For': '203.0.113.9' };
/** The form of a key. */
const unknownKey = (index: number) => `amk_${index.toString(16).padStart(16, '0')}_${'x'.repeat(43)}`;

/** Guesses credentials on routes other than the login, then uses the right one from the same address. */
export async function attackByCredentials(target: Target): Promise<Finding[]> {
  const begun = performance.now();
  const statuses: number[] = [];
  for (let from = 0; from < GUESSES; from += AT_A_TIME) {
    const some = Array.from({ length: AT_A_TIME }, (_, i) => guess(target, from + i));
    statuses.push(...(await Promise.all(some)));
  }
  // The limit holds for a minute after the first guess.
  const minutes = Math.ceil((performance.now() - begun) / 60_000);
  const answered = statuses.filter((status) => status !== 429).length;
  const right = await send(target, 'GET', '/api/v2/agents', { headers: ELSEWHERE });
  await right.body?.cancel();
  return [
    {
      kind: `credentials: of ${GUESSES} wrong ones, not answered with 429`,
      worst: answered,
      limit: MOST_ANSWERED * minutes,
      unit: 'requests',
    },
    {
      kind: 'credentials: the right one refused meanwhile',
      worst: right.ok ? 0 : 1,
      limit: 0,
      unit: 'requests',
    },
  ];
}

/** The status of an answer to one of the kinds of wrong credentials. */
async function guess({ url }: Target, index: number): Promise<number> {
  const credentials: Record<string, string>[] = [
    { 'X-Api-Key': `a-wrong-credential-${index}` },
    { Authorization: `Bearer ${unknownKey(index)}` },
    { 'X-Api-Key': `amk_malformed_${index}` },
  ];
  const headers = { ...ELSEWHERE, ...credentials[index % credentials.length] };
  const response = await fetch(`${url}/api/v2/agents`, { headers });
  await response.body?.cancel();
  return response.status;
}
