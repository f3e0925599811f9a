import { useQuery } from '@tanstack/preact-query';
import { agentOf, type MemoryRecord } from '../data/client.ts';
import { headOf } from '../data/memory-text.ts';
import { memoryPath } from '../data/memory-types.ts';
import { placeOf } from '../data/memory-words.ts';
import { visibleText } from '../../../client/src/visible-text.ts';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';

/** Shown before and after the memory. */
const EACH_WAY = 3;
/** A thread without places: what was written about the same time. */
const WINDOW_MS = 10 * 60_000;
const READ = 100;

interface AroundProps {
  agentId: string;
  memory: MemoryRecord;
}

export function aroundQuery(agentId: string, memory: MemoryRecord) {
  return {
    queryKey: ['memory', agentId, memory.id, 'around'],
    queryFn: () => neighboursOf(agentId, memory),
    enabled: placeOf(memory.sourceRef) !== null || memory.thread !== undefined,
  };
}

/** The passages of a file, or the memories of a thread, between which the memory stands. */
export function Around({ agentId, memory }: AroundProps) {
  const around = useQuery(aroundQuery(agentId, memory));
  if (around.isError) return <Problem error={around.error} retry={() => void around.refetch()} />;
  if ((around.data?.length ?? 0) < 2) return null;
  const isFile = memory.source === 'upload';
  return (
    <section class="panel" aria-labelledby="thread">
      <h2 id="thread">{isFile ? 'Where it stands in the file' : 'Around it in its thread'}</h2>
      {isFile && <FileName agentId={agentId} memory={memory} />}
      <ol role="list" aria-label="Before and after it">
        {around.data?.map((each) => (
          <Neighbour key={each.id} agentId={agentId} memory={each} isHere={each.id === memory.id} />
        ))}
      </ol>
    </section>
  );
}

function FileName({ agentId, memory }: AroundProps) {
  const fileId = placeOf(memory.sourceRef)?.sequence ?? '';
  return (
    <p class="quiet">
      The passage is marked. It is from{' '}
      <a href={`/app/agents/${encodeURIComponent(agentId)}/files?file=${fileId}`}>{memory.title}</a>.
    </p>
  );
}

function Neighbour({ agentId, memory, isHere }: AroundProps & { isHere: boolean }) {
  const content = visibleText(memory.content);
  if (isHere)
    return (
      <li class="memory" aria-current="true">
        <p class="memory-facts">
          <Here memory={memory} />
        </p>
        <p class="content" dir="auto">
          <mark>{content}</mark>
        </p>
      </li>
    );
  const { title, rest } = headOf(memory);
  return (
    <li class="memory">
      <p class="memory-facts">{memory.source !== 'upload' && <Time at={memory.createdAt} />}</p>
      <a class="memory-title" dir="auto" href={memoryPath(agentId, memory.id)}>
        {title || 'Without a title'}
      </a>
      {rest !== '' && (
        <p class="preview" dir="auto">
          {rest}
        </p>
      )}
    </li>
  );
}

function Here({ memory }: { memory: MemoryRecord }) {
  return memory.source === 'upload' ? (
    <span>This passage: {memory.title}</span>
  ) : (
    <>
      <span>This memory</span>
      <Time at={memory.createdAt} />
    </>
  );
}

async function neighboursOf(agentId: string, memory: MemoryRecord): Promise<MemoryRecord[]> {
  const place = placeOf(memory.sourceRef);
  if (place !== null) return inOrder(await placedAround(agentId, place));
  const end = new Date(memory.createdAt.getTime() + WINDOW_MS);
  const { memories } = await agentOf(agentId).asOf(end, { limit: READ });
  const thread = inOrder(memories.filter((each) => each.thread === memory.thread));
  const here = thread.findIndex(({ id }) => id === memory.id);
  return here < 0 ? [] : thread.slice(Math.max(0, here - EACH_WAY), here + EACH_WAY + 1);
}

async function placedAround(agentId: string, place: { sequence: string; number: number }) {
  const first = Math.max(0, place.number - EACH_WAY);
  const numbers = Array.from({ length: place.number + EACH_WAY + 1 - first }, (_, at) => first + at);
  const sourceRef = numbers.map((number) => `${place.sequence}#${number}`);
  const { memories } = await agentOf(agentId).memories.list({ sourceRef, status: 'all', limit: READ });
  return memories;
}

function inOrder(memories: readonly MemoryRecord[]): MemoryRecord[] {
  const numberOf = ({ sourceRef }: MemoryRecord) => placeOf(sourceRef)?.number ?? 0;
  return [...memories].sort(
    (a, b) => numberOf(a) - numberOf(b) || a.createdAt.getTime() - b.createdAt.getTime(),
  );
}
