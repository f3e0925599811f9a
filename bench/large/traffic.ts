import { openLoop, openWire, type LoopResult } from '../support/mixed/load-loops';
import type { MixedRequest } from '../support/mixed/request-mix';
import { madeUpTexts } from '../support/mixed/text-source';
import { percentiles } from '../support/percentiles';
import { seededRandom, zipfPicker } from '../support/random';

const CONNECTIONS = 64;
const RECALLS = 0.8;
const SEED = 20_261_125;

/** What requests are made of. */
export interface Traffic {
  url: string;
  /** A key for all agents. */
  key: string;
  /** The largest first: it is asked most often. */
  agents: readonly string[];
  /** Requests a second. */
  rate: number;
  seconds: number;
}

/** 80 % recall, 20 % remember, of agents by Zipf's law; due at a fixed rate. Each number has other requests. */
export function runTraffic(traffic: Traffic, number: number): Promise<LoopResult> {
  const { url, rate, seconds } = traffic;
  return openLoop({
    open: openWire(url),
    next: requests(traffic, number),
    connections: CONNECTIONS,
    seconds,
    rate,
  });
}

function requests({ agents, key }: Traffic, number: number): () => MixedRequest {
  const random = seededRandom(SEED + number);
  const texts = madeUpTexts(random);
  const agent = zipfPicker(agents, random);
  return () => {
    const path = `/api/v2/agents/${agent()}`;
    if (random() < RECALLS) {
      const body = JSON.stringify({ query: texts.query(), limit: 10 });
      return { kind: 'recall', path: `${path}/recall`, token: key, body };
    }
    return {
      kind: 'remember',
      path: `${path}/remember`,
      token: key,
      body: JSON.stringify({ content: texts.memory() }),
    };
  };
}

export const TRAFFIC_HEADER = ['phase', 'kind', 'answers', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'failed'];

export function trafficRows(phase: string, { latencies, failures }: LoopResult): string[][] {
  return (['recall', 'remember'] as const).map((kind) => {
    const times = latencies[kind];
    const { p50, p95, p99 } = percentiles(times);
    const most = times.reduce((highest, each) => Math.max(highest, each), 0);
    const figures = [p50, p95, p99, most].map((figure) => figure.toFixed(1));
    return [phase, kind, String(times.length), ...figures, kind === 'recall' ? String(failures) : ''];
  });
}
