// What it costs to embed memories that are stored one by one, beside batches, in the service's own process:
//   npm run bench -- embedding --model PATH [--memories 600] [--connections 16]
// The facts of bench/data are stored, each way on a service of its own. Single memories that come together are
// embedded in one batch; with EMBEDDINGS_BATCH_SIZE=1 each is embedded by itself.
import { AgentClient } from './support/agent-client';
import { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { localEmbeddings, waitUntilEmbedded } from './support/embeddings';
import { readFacts } from './support/fact-dataset';
import { count, readOptions, required } from './support/options';
import { ProcessProbe, PROBE_FILE } from './support/process-probe';
import { startService } from './support/service-process';
import { textTable } from './support/text-table';

const BATCH = 100;

interface Way {
  name: string;
  /** Null: nothing is embedded. */
  model: string | null;
  settings?: NodeJS.ProcessEnv;
  store(agent: AgentClient, contents: readonly string[]): Promise<void>;
}

interface Figures {
  name: string;
  /** From the first memory to the last vector. */
  memoriesASecond: number;
  cpuMs: number;
}

/** `contents` in order, each on the next free connection. */
async function storeSingly(agent: AgentClient, contents: readonly string[], connections: number) {
  const left = contents.values();
  const connection = async (): Promise<void> => {
    for (const content of left) await agent.remember({ content });
  };
  await Promise.all(Array.from({ length: connections }, connection));
}

async function storeInBatches(agent: AgentClient, contents: readonly string[]): Promise<void> {
  for (let from = 0; from < contents.length; from += BATCH) {
    await agent.rememberBatch(contents.slice(from, from + BATCH));
  }
}

async function measure(way: Way, contents: readonly string[], outer: Cleanup): Promise<Figures> {
  const cleanup = new Cleanup();
  outer.add(() => cleanup.run());
  const embeddings = way.model === null ? null : localEmbeddings(way.model);
  if (embeddings !== null) Object.assign(embeddings.settings, way.settings);
  const service = await startService({ databaseUrl: null, embeddings, preload: [PROBE_FILE] }, cleanup);
  const probe = new ProcessProbe(service.child);
  const agent = await AgentClient.create(service.url, service.key, 'bench-embedding');
  const settle = async (): Promise<void> =>
    embeddings === null ? undefined : waitUntilEmbedded(service.url);
  // Loads the model, and the code of a request.
  await agent.remember({ content: 'The first memory.' });
  await settle();
  await probe.reset();
  const start = performance.now();
  await way.store(agent, contents);
  await settle();
  const seconds = (performance.now() - start) / 1000;
  const { cpuSeconds } = await probe.read();
  await cleanup.run();
  const cpuMs = (cpuSeconds * 1000) / contents.length;
  return { name: way.name, memoriesASecond: contents.length / seconds, cpuMs };
}

function waysOf(model: string, connections: number): Way[] {
  const singly: Way['store'] = (agent, contents) => storeSingly(agent, contents, connections);
  const single = `single, ${connections} connections`;
  return [
    { name: `batches of ${BATCH}`, model, store: storeInBatches },
    { name: single, model, store: singly },
    {
      name: `${single}, each embedded alone`,
      model,
      settings: { EMBEDDINGS_BATCH_SIZE: '1' },
      store: singly,
    },
    { name: 'single, 1 connection', model, store: (agent, contents) => storeSingly(agent, contents, 1) },
    { name: `batches of ${BATCH}, no model`, model: null, store: storeInBatches },
    { name: `${single}, no model`, model: null, store: singly },
  ];
}

export async function main(cleanup: Cleanup): Promise<number> {
  const options = readOptions({ model: required('PATH'), memories: count(600), connections: count(16) });
  const facts = await readFacts();
  // Equal texts are embedded once.
  const contents = Array.from({ length: options.memories }, (_, n) => {
    return `${facts[n % facts.length]?.content ?? ''} (${Math.floor(n / facts.length) + 1})`;
  });
  const all: Figures[] = [];
  for (const way of waysOf(options.model, options.connections)) {
    all.push(await measure(way, contents, cleanup));
  }
  const ceiling = all[0]?.memoriesASecond ?? 1;
  const rows = all.map(({ name, memoriesASecond, cpuMs }) => [
    name,
    memoriesASecond.toFixed(0),
    (memoriesASecond / ceiling).toFixed(2),
    cpuMs.toFixed(1),
  ]);
  const header = ['stored', 'memories/s', 'of batches', 'processor ms each'];
  console.log(`\n$ ${commandLine()}\n\n${textTable(header, rows)}`);
  return 0;
}
