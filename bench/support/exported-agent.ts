import type { ServiceProcess } from './service-process';

const LINE_FEED = 10;

export interface Exported {
  lines: number;
  bytes: number;
  firstByteMs: number;
  seconds: number;
}

/** Reads an export to its end, and keeps nothing of it. Throws if it is not whole. */
export async function exportAgent(
  { url, key }: Pick<ServiceProcess, 'url' | 'key'>,
  agentId: string,
): Promise<Exported> {
  const start = performance.now();
  const response = await fetch(`${url}/api/v2/agents/${agentId}/export`, {
    headers: { 'X-API-Key': key },
  });
  if (!response.ok || response.body === null) throw new Error(`Export: ${response.status}`);
  const firstByteMs = performance.now() - start;
  let [lines, bytes, tail] = [0, 0, ''];
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines++;
    tail = `${tail}${Buffer.from(chunk.subarray(-100)).toString()}`.slice(-100);
  }
  if (!tail.endsWith(`{"kind":"end","lines":${lines - 1}}\n`)) throw new Error('The export is not whole');
  return { lines, bytes, firstByteMs, seconds: (performance.now() - start) / 1_000 };
}
