import type { MemoryRecord } from '../data/client.ts';
import { memoryPath } from '../data/memory-types.ts';
import { actorWords, causeWords, placeOf, sourceWords } from '../data/memory-words.ts';
import { CopyButton } from './copy-block.tsx';
import { Facts } from './facts.tsx';
import { Time } from './time.tsx';

interface MemoryFactsProps {
  agentId: string;
  memory: MemoryRecord;
}

/** What is known of a memory besides what it says. */
export function MemoryFacts({ agentId, memory }: MemoryFactsProps) {
  return (
    <Facts
      facts={[
        ['Expired', memory.expiredAt && <Time key="t" at={memory.expiredAt} />],
        ['Expired', memory.expiredBy && causeWords(memory.expiredBy)],
        ['Confidence', String(memory.confidence)],
        ['Source', sourceWords(memory.source)],
        ['Source reference', memory.sourceRef],
        ['File', fileLink(agentId, memory)],
        ['Thread', memory.thread && <a href="#thread">{memory.thread}</a>],
        ['Scope', memory.scope],
        ['Metadata', metadataText(memory.metadata)],
        ...aboutFacts(agentId, memory),
        ['Known because it was', memory.provenance.replace('explicit_statement', 'stated').replace('_', ' ')],
        ['Written by', actorWords(memory.actorId, agentId)],
        ['Created', <Time key="t" at={memory.createdAt} />],
        ['Updated', <Time key="t" at={memory.updatedAt} />],
        [
          'Id',
          <span key="i" class="copy-line">
            <code>{memory.id}</code> <CopyButton name="the id" text={memory.id} />
          </span>,
        ],
      ]}
    />
  );
}

function fileLink(agentId: string, { source, sourceRef, title }: MemoryRecord) {
  const fileId = source === 'upload' ? placeOf(sourceRef)?.sequence : undefined;
  return fileId && <a href={`/app/agents/${encodeURIComponent(agentId)}/files?file=${fileId}`}>{title}</a>;
}

/** Null without any. */
function metadataText(metadata: MemoryRecord['metadata']): string | null {
  const entries = Object.entries(metadata);
  const lines = entries.map(
    ([key, value]) => `${key}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
  );
  return lines.length === 0 ? null : lines.join('; ');
}

/** What it is about, and when it holds. */
function aboutFacts(agentId: string, memory: MemoryRecord) {
  return [
    ['Key', memory.key],
    ['Names', memory.names.join(', ') || null],
    ['Holds from', memory.validFrom && <Time key="t" at={memory.validFrom} />],
    ['Expires', memory.expiresAt && <Time key="t" at={memory.expiresAt} />],
    ['Holds until', memory.validTo && <Time key="t" at={memory.validTo} />],
    ['Tells of the past', memory.past === null ? null : memory.past ? 'yes' : 'no'],
    [
      'Superseded by',
      memory.supersededBy && (
        <a href={memoryPath(agentId, memory.supersededBy)}>
          <code>{memory.supersededBy}</code>
        </a>
      ),
    ],
  ] as const;
}
