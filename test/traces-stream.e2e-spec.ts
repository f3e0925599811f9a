import request from 'supertest';
import { PrismaService } from '../src/database/prisma.service';
import { eventStreams } from '../src/observability/counters';
import { newTraceId } from '../src/traces/recall-trace';
import { RecallTracesRepository } from '../src/traces/recall-traces.repository';
import { traceRow } from '../src/traces/trace-row';
import { newSession, remember, type TestSession } from './support/agents';
import { EventReader } from './support/event-reader';
import { eventually } from './support/eventually';
import { createKey } from './support/keys';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

const QUERY = 'Which quartz does the user like?';
const open: EventReader[] = [];
const app = useTestApp({ alone: true });
let session: TestSession;

beforeEach(async () => {
  session = await newSession(app, uniqueId());
});

afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
});

async function read(query = '', headers: Record<string, string> = { 'X-Session-Token': session.token }) {
  const path = `/api/v2/agents/${session.agentId}/events/traces`;
  const reader = await EventReader.open(`${app.url}${path}${query}`, headers);
  open.push(reader);
  return reader;
}

const recall = () => session.call('post', 'recall').send({ query: QUERY }).expect(200);
const tracesOf = ({ events }: EventReader) => events.filter(({ event }) => event === 'trace');
const isReady = ({ events }: EventReader) => events.some(({ event }) => event === 'ready');

/** A trace that another process has written. */
async function writtenElsewhere(at: Date): Promise<string> {
  const traceId = newTraceId(at);
  const row = traceRow({
    traceId,
    agentId: session.agentId,
    at,
    sessionId: session.sessionId,
    by: null,
    keyId: null,
    client: 'jest',
    via: 'http',
    requestId: null,
    mode: 'answer',
    request: {},
    outcome: { retrieval: 'lexical', lexicalReason: 'no_model', verdict: 'none', generatedBy: 'extractive' },
    durationMs: 1,
    memories: [],
    given: 0,
    query: null,
  });
  await new RecallTracesRepository(app.app.get(PrismaService)).insert([row]);
  return traceId;
}

describe('the stream of traces', () => {
  it('has each recall and answer as the list has it, and nothing of before', async () => {
    await remember(session, { content: 'The user likes rose quartz.' });
    await recall();
    const reader = await read();
    await reader.until(isReady);
    expect(reader.events[0]).toEqual({ event: 'ready', data: { agent_id: session.agentId, trace: 'ids' } });
    await recall();
    await session.call('post', 'answer').send({ question: QUERY }).expect(200);
    await reader.until((each) => tracesOf(each).length === 2);
    const { body } = await session.call('get', 'traces').query({ limit: 2 }).expect(200);
    const { traces } = body as { traces: { trace_id: string }[] };
    expect(tracesOf(reader).map(({ data }) => data)).toEqual([...traces].reverse());
    expect(tracesOf(reader).map(({ id }) => id)).toEqual(traces.map(({ trace_id }) => trace_id).reverse());
  });

  it('has what another process wrote, also what was asked before others', async () => {
    app.clock.advance({ minutes: 2 });
    const reader = await read();
    await reader.until(isReady);
    await recall();
    await reader.until((each) => tracesOf(each).length === 1);
    const late = await writtenElsewhere(new Date(app.clock.now().getTime() - 60_000));
    await reader.until((each) => tracesOf(each).length === 2);
    expect(reader.lastId).toBe(late);
  });

  it('goes on behind an id, an instant, or with what there is', async () => {
    await recall();
    await recall();
    const all = await read('?follow=false');
    await all.until(({ hasEnded }) => hasEnded);
    const ids = tracesOf(all).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const rest = await read('', { 'X-Session-Token': session.token, 'Last-Event-ID': ids[0]! });
    await recall();
    await rest.until((each) => new Set(tracesOf(each).map(({ id }) => id)).size === 2);
    expect(tracesOf(rest)[0]?.id).toBe(ids[1]);
    const later = await read('?follow=false&since=2099-01-01');
    await later.until(({ hasEnded }) => hasEnded);
    expect(tracesOf(later)).toEqual([]);
  });

  it('refuses a place that is none', async () => {
    const { body } = await session.call('get', 'events/traces').query({ since: 'x' }).expect(422);
    expect(JSON.stringify(body)).toContain('expected the id of a trace');
  });

  it('needs manage access to all memories', async () => {
    for (const fields of [
      { access: 'write' as const },
      { access: 'read' as const },
      { scopes: ['user:dana'] },
    ]) {
      const { key } = await createKey(app, { ...fields, agents: [session.agentId] });
      expect((await read('', { 'X-Api-Key': key })).head.statusCode).toBe(403);
    }
    const { key } = await createKey(app, { access: 'manage', agents: [session.agentId] });
    expect((await read('', { 'X-Api-Key': key })).head.statusCode).toBe(200);
  });

  it('shows a key nothing of memories of agents that it is not for', async () => {
    const other = await newSession(app, uniqueId());
    const hidden = await remember(other, { content: 'The user likes smoky quartz.' });
    const reads = { agents: [other.agentId] };
    await request(app.url).put(`/api/v2/agents/${session.agentId}/reads`).send(reads).expect(200);
    const { key } = await createKey(app, { access: 'manage', agents: [session.agentId] });
    const [limited, whole] = [await read('', { 'X-Api-Key': key }), await read()];
    await Promise.all([limited.until(isReady), whole.until(isReady)]);
    await recall();
    await Promise.all([limited, whole].map((reader) => reader.until((each) => tracesOf(each).length === 1)));
    expect(JSON.stringify(tracesOf(whole))).toContain(hidden);
    expect(JSON.stringify(tracesOf(limited))).not.toContain(hidden);
  });

  it('counts among the streams that a process serves, until its reader goes', async () => {
    const before = eventStreams.open;
    const reader = await read();
    await reader.until(isReady);
    expect(eventStreams.open).toBe(before + 1);
    reader.close();
    await eventually(
      () => eventStreams.open,
      (count) => count === before,
    );
  });
});

describe('with TRACE=off', () => {
  const off = useTestApp({ alone: true, env: { TRACE: 'off' } });

  it('says so', async () => {
    const own = await newSession(off, uniqueId());
    const url = `${off.url}/api/v2/agents/${own.agentId}/events/traces`;
    const reader = await EventReader.open(url, { 'X-Session-Token': own.token });
    open.push(reader);
    await reader.until(isReady);
    expect(reader.events[0]?.data).toEqual({ agent_id: own.agentId, trace: 'off' });
  });
});
