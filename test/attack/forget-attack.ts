import { PATHOLOGICAL_TEXTS } from '../support/pathological-texts';
import { live } from './body-attack';
import type { Finding } from './findings';
import type { Slowness } from '../support/machine-speed';
import { openSession, send, sendOk, store, type Session, type Target } from './target';
import { blockedMs, finding, note, read, type Attack } from './text-attack';

const NAME = 'Zoe Quartz';
const STORED = 300;
const CONTENT_LENGTH = 10_000;
const ABOUT_LENGTH = 200;
const QUERY_LENGTH = 1_000;
/** Pathological subjects that are looked for among all pathological memories. */
const SUBJECTS = 12;
const ENTRIES = 10_000;

const WRITERS = 6;
const WRITES = 40;
const RUNS = 5;

/** Hostile texts in what is forgotten, and in the memories that are looked through. */
export async function attackByForgetting(attack: Attack, slowness: Slowness): Promise<Finding[]> {
  const { target, sampler, random } = attack;
  const session = await openSession(target, 'attacked-by-forgetting');
  const texts = random.sample(PATHOLOGICAL_TEXTS, PATHOLOGICAL_TEXTS.length);
  const contents = Array.from(
    { length: STORED },
    (_, i) => texts[i % texts.length]?.text(CONTENT_LENGTH) ?? '',
  );
  await store(target, session, contents);
  const worst = finding('forgetting: event loop of a dry run', slowness.machine);
  const from = Date.now();
  let failed = 0;
  for (const text of texts.slice(0, SUBJECTS)) {
    for (const body of [{ about: text.text(ABOUT_LENGTH) }, { query: text.text(QUERY_LENGTH) }]) {
      const status = await timed(attack, session, body, worst, text.name);
      if (status !== 200 && status !== 422) failed++;
    }
  }
  for (const [name, body] of giants()) {
    const status = await timed(attack, session, body, worst, name);
    if (status < 200 || status >= 500) failed++;
  }
  const { worstMs } = await sampler.since(from);
  // Later attacks forget in all agents.
  await sendOk(target, 'DELETE', `/api/v2/agents/${session.agent}?delete-backup-too=true`);
  return [
    worst,
    live('forgetting: dry runs', worstMs, slowness),
    { kind: 'forgetting: dry runs that fail', worst: failed, limit: 0, unit: 'requests' },
  ];
}

async function timed(
  attack: Attack,
  { agent }: Session,
  body: object,
  worst: Finding,
  name: string,
): Promise<number> {
  let status = 0;
  const ask = async () => {
    status = await read(send(attack.target, 'POST', `/api/v2/agents/${agent}/forget`, { body }));
  };
  note(worst, await blockedMs(attack, ask), name);
  return status;
}

function giants(): [string, object][] {
  const list = (text: string) => Array.from({ length: ENTRIES }, (_, i) => `${text}-${i}`);
  const entries = list('key').map((key) => [key, list('v').slice(0, 10)]);
  return [
    ['metadata of 10,000 entries', { metadata: Object.fromEntries(entries) as object }],
    ['metadata of 10,000 values', { metadata: { key: list('v') } }],
    ['10,000 tags', { tags: list('tag') }],
    ['10,000 scopes', { scopes: list('scope').map((each) => `${each}*`) }],
    ['10,000 sources', { source: list('crm') }],
    ['1,000 ids', { ids: list('id').slice(0, 1_000), also: list('id').slice(0, 1_000) }],
    ['10,000 ids', { ids: list('id') }],
    ['a long subject', { about: 'a'.repeat(1_000_000) }],
    ['a long cursor', { about: 'Zoe', cursor: `${'a'.repeat(200)}.${'b'.repeat(190)}` }],
  ];
}

/** Writes, edits, upserts and imports of one person, while runs forget that person. */
export async function attackByRaces({ target }: Attack): Promise<Finding[]> {
  const session = await openSession(target, 'attacked-by-races');
  const path = `/api/v2/agents/${session.agent}`;
  const broken: string[] = [];
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(target, session, writer, broken));
  const runs = forgetAgain(target, session, broken);
  await Promise.all([...writers, runs]);
  await settled(target, session, broken);
  const left = await stillThere(target, session);
  const upserts = await comeBack(target, session);
  const lines = await (await send(target, 'GET', `${path}/export`)).text();
  const inExport = lines.split('\n').filter((line) => line.includes(NAME)).length;
  for (const each of [...new Set(broken)].slice(0, 5)) console.log(each);
  return [
    {
      kind: 'forgetting while others write: requests that fail',
      worst: broken.length,
      limit: 0,
      unit: 'requests',
    },
    {
      kind: 'forgetting while others write: left afterwards',
      worst: left + inExport,
      limit: 0,
      unit: 'requests',
    },
    { kind: 'forgetting: upserts that bring a memory back', worst: upserts, limit: 0, unit: 'requests' },
  ];
}

async function write(
  target: Target,
  { agent, token }: Session,
  writer: number,
  broken: string[],
): Promise<void> {
  const path = `/api/v2/agents/${agent}`;
  for (let i = 0; i < WRITES; i += 1) {
    const content = `${NAME} wrote letter ${writer}-${i}`;
    const upsert = i % 3 === 0 ? { upsert: true, source_ref: `letters/${writer}-${i % 6}` } : {};
    const response = await send(target, 'POST', `${path}/remember`, { token, body: { content, ...upsert } });
    const stored = (await response.json()) as { memory_id?: string };
    // A text that was forgotten is refused to an upsert.
    if (!response.ok && response.status !== 409) broken.push(`remember: ${response.status}`);
    if (stored.memory_id === undefined) continue;
    const edit = { token, body: { content: `${content}, and signed it` } };
    const status = await read(send(target, 'PATCH', `${path}/memories/${stored.memory_id}`, edit));
    if (status !== 200 && status !== 404) broken.push(`edit: ${status}`);
  }
}

async function forgetAgain(target: Target, { agent }: Session, broken: string[]): Promise<void> {
  for (let i = 0; i < RUNS; i += 1) {
    const run = { body: { about: NAME, dry_run: false } };
    const both = [1, 2].map(() => read(send(target, 'POST', `/api/v2/agents/${agent}/forget`, run)));
    for (const status of await Promise.all(both)) {
      if (status !== 200 && status !== 202) broken.push(`forget: ${status}`);
    }
  }
}

/** One more run, to its end, after the last write. */
async function settled(target: Target, { agent }: Session, broken: string[]): Promise<void> {
  const run = { body: { about: NAME, dry_run: false } };
  const { receipt } = await sendOk(target, 'POST', `/api/v2/agents/${agent}/forget`, run);
  const { receipt_id: id, ...first } = receipt as { state: string; receipt_id: string };
  let { state } = first;
  for (const until = Date.now() + 60_000; state !== 'done' && Date.now() < until;) {
    ({ state } = (await sendOk(target, 'GET', `/api/v2/receipts/${id}`)) as { state: string });
  }
  if (state !== 'done') broken.push('the run does not end');
}

/** In the listing and in what recall finds. */
async function stillThere(target: Target, { agent, token }: Session): Promise<number> {
  const path = `/api/v2/agents/${agent}`;
  const recalled = { token, body: { query: `Which letter did ${NAME} write?`, limit: 50, status: 'all' } };
  const found = await sendOk(target, 'POST', `${path}/recall`, recalled);
  const listed = await sendOk(target, 'GET', `${path}/memories?limit=100&status=all`, { token });
  return [found, listed].filter((answer) => JSON.stringify(answer.memories).includes(NAME)).length;
}

/** How many of the forgotten texts an upsert stores again. */
async function comeBack(target: Target, { agent, token }: Session): Promise<number> {
  let stored = 0;
  for (let i = 0; i < WRITERS; i += 1) {
    const body = { content: `${NAME} wrote letter ${i}-1`, upsert: true, source_ref: `again/${i}` };
    if ((await read(send(target, 'POST', `/api/v2/agents/${agent}/remember`, { token, body }))) !== 409)
      stored++;
  }
  return stored;
}
