import { PATHOLOGICAL_TEXTS, type PathologicalText } from '../support/pathological-texts';
import { SeededRandom } from '../support/seeded-random';
import type { Finding } from './findings';
import type { LiveSampler } from './live-sampler';
import type { Slowness } from '../support/machine-speed';
import { mainThreadMs } from './process-usage';
import { openSession, reopenSession, send, sendOk, store, type Session, type Target } from './target';
import { bodyWith, textRoutes, type TextRoute } from './text-routes';

/** Of event loop, for one request. */
const LIMIT_MS = 250;
/** So many texts are stored for the recall whose index has to be built. */
const STORED = 20;
const CONTENT_LENGTH = 10_000;
/** For the single texts, whatever the other attacks took. */
const LEAST_MS = 20_000;
const AGENT = 'attacked-by-texts';

export interface Attack {
  target: Target;
  sampler: LiveSampler;
  random: SeededRandom;
  /** Of `Date.now()`. */
  until: number;
}

/**
 * Sends pathological texts to every place that takes text: one to each, then all of them to those of prose, in
 * random order, then at random until the time is over. Returns the worst of all, and what was not reached.
 */
export async function attackByTexts(attack: Attack, slowness: Slowness): Promise<Finding[]> {
  const session = await openSession(attack.target, AGENT);
  const places = textRoutes();
  const worst = finding('texts: event loop of a request', slowness.processor);
  const until = Math.max(attack.until, Date.now() + LEAST_MS);
  let sent = 0;
  for (const { route, text } of texts(attack.random, places)) {
    if (sent >= places.length && Date.now() >= until) break;
    note(
      worst,
      await blockedMs(attack, () => request(attack.target, session, route, text)),
      nameOf(route, text),
    );
    sent += 1;
  }
  return [{ ...worst, kind: `${worst.kind} (${sent} to ${places.length} places)` }];
}

function* texts(
  random: SeededRandom,
  places: readonly TextRoute[],
): Generator<{ route: TextRoute; text: PathologicalText }> {
  for (const route of places) yield { route, text: random.pick(PATHOLOGICAL_TEXTS) };
  const prose = places.filter(({ isProse }) => isProse);
  const pairs = prose.flatMap((route) => PATHOLOGICAL_TEXTS.map((text) => ({ route, text })));
  yield* random.sample(pairs, pairs.length);
  for (;;) yield { route: random.pick(places), text: random.pick(PATHOLOGICAL_TEXTS) };
}

/** Repeated in every message of a conversation. */
const SAID = ['2020-01-01 ', 'May 5, 2026 ', '2026-05-01. ', 'We met Bob on 2026-05-01. '];
const MESSAGES = 20;

/**
 * Extracts from conversations of repeated dates. Run it first: the service compiles the patterns of its rules when they
 * are used for the first time.
 */
export async function attackByConversations(attack: Attack, slowness: Slowness): Promise<Finding[]> {
  const session = await openSession(attack.target, 'attacked-by-conversations');
  const worst = finding('texts: event loop of an extraction', slowness.processor);
  const path = `/api/v2/agents/${session.agent}/remember/extract`;
  for (const said of SAID) {
    const content = said.repeat(Math.floor(CONTENT_LENGTH / said.length));
    const messages = Array.from({ length: MESSAGES }, () => ({ role: 'user', content }));
    const extract = () => sendOk(attack.target, 'POST', path, { token: session.token, body: { messages } });
    note(worst, await blockedMs(attack, extract), said);
  }
  return [worst];
}

/** Stores pathological memories, then recalls: tokenising and the building of an index. */
export async function attackByMemories(attack: Attack, slowness: Slowness): Promise<Finding[]> {
  // The other half of the time is for the single texts.
  const until = (Date.now() + attack.until) / 2;
  const worst = finding('texts: event loop while an index of them is built', slowness.machine);
  const chosen = attack.random.sample(PATHOLOGICAL_TEXTS, PATHOLOGICAL_TEXTS.length);
  for (let i = 0; i * STORED < chosen.length && (i === 0 || Date.now() < until); i += 1) {
    const texts = chosen.slice(i * STORED, (i + 1) * STORED);
    const session = await openSession(attack.target, `attacked-by-memories-${i}`);
    const path = `/api/v2/agents/${session.agent}/recall`;
    const build = async () => {
      await store(
        attack.target,
        session,
        texts.map((each) => each.text(CONTENT_LENGTH)),
      );
      await read(send(attack.target, 'POST', path, { token: session.token, body: { query: 'tea' } }));
    };
    note(
      worst,
      await blockedMs(attack, build),
      texts
        .map((each) => each.name)
        .join(', ')
        .slice(0, 200),
    );
  }
  return [worst];
}

export function finding(kind: string, slowness: number): Finding {
  return { kind, worst: 0, limit: LIMIT_MS * slowness, unit: 'ms' };
}

export function note(worst: Finding, ms: number, by: string): void {
  if (ms > worst.limit) console.log(`${Math.round(ms)} ms: ${by}`);
  if (ms <= worst.worst) return;
  worst.worst = ms;
  worst.by = by;
}

/**
 * How long the event loop was held: `/live` waited so long, and the main thread worked so long. Either alone is more
 * where the machine is busy, and where the work is done in slices.
 */
export async function blockedMs({ target, sampler }: Attack, work: () => Promise<unknown>): Promise<number> {
  const from = Date.now();
  const cpuBefore = mainThreadMs(target.pid);
  await work();
  const cpu = mainThreadMs(target.pid);
  const { worstMs } = await sampler.since(from);
  return cpuBefore === null || cpu === null ? worstMs : Math.min(worstMs, cpu - cpuBefore);
}

async function request(
  target: Target,
  session: Session,
  route: TextRoute,
  { text }: PathologicalText,
): Promise<void> {
  const value = text(route.maxLength);
  const query =
    route.query === undefined ? '' : `?${route.query}=${encodeURIComponent(value).slice(0, 8_000)}`;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => idOf(target, session, name));
  const body = route.body === null ? undefined : bodyWith(route, value);
  const status = await read(
    send(target, route.method.toUpperCase(), `${path}${query}`, { token: session.token, body }),
  );
  // A request that ended the session, or another activation.
  if (status === 401) Object.assign(session, await reopenSession(target, session.agent));
}

function idOf(target: Target, session: Session, name: string): string {
  if (name === 'agent_id') return session.agent;
  return target.ids[name]?.[0] ?? 'unknown';
}

export async function read(response: Promise<Response>): Promise<number> {
  const { status, body } = await response;
  for await (const chunk of body ?? []) void chunk;
  return status;
}

function nameOf({ method, path, query, field = [] }: TextRoute, { name }: PathologicalText): string {
  return `${method.toUpperCase()} ${path} ${query ?? field.join('.')}: ${name}`;
}
