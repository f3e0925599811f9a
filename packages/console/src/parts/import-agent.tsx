import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { visibleText } from '../../../client/src/visible-text.ts';
import { counted } from '../data/attention.ts';
import { agentOf, NotFoundError, service } from '../data/client.ts';
import { fetchWithProgress, onUploadProgress } from '../data/fetch-with-progress.ts';
import { answerOf } from '../data/http.ts';
import { type ImportPreview, previewOf, textOf } from '../data/import-preview.ts';
import { forgetPages } from '../data/refresh.ts';
import { useMutation } from '../data/use-mutation.ts';
import { Facts } from './facts.tsx';
import { Loading, Problem } from './problem.tsx';
import { Time } from './time.tsx';

/** More are not read to compare them. */
const MOST_COMPARED = 25_000;
const PAGE_SIZE = 100;

interface Outcome {
  agents: number;
  created: number;
  existing: number;
  refused: number;
  errors: unknown[];
}

/** Takes in what an export wrote, after it was looked into. */
export function ImportAgent() {
  const [file, setFile] = useState<File | null>(null);
  return (
    <section class="panel" aria-labelledby="import">
      <h2 id="import">Import</h2>
      <label class="field">
        An export of this or another service, as NDJSON lines
        <input
          type="file"
          accept=".ndjson,.jsonl,.json,application/x-ndjson"
          onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
        />
      </label>
      {file && <Preview key={`${file.name} ${file.lastModified}`} file={file} />}
    </section>
  );
}

function Preview({ file }: { file: File }) {
  const preview = useQuery({
    queryKey: ['import', file.name, file.lastModified, file.size],
    queryFn: async () => {
      const found = await previewOf(textOf(file));
      return { found, here: await hereAlready(found) };
    },
    gcTime: 0,
  });
  if (preview.isPending) return <Loading what="the file" />;
  if (preview.isError) return <Problem error={preview.error} retry={() => void preview.refetch()} />;
  const { found, here } = preview.data;
  if (found.memories === 0 && found.agents.length === 0)
    return (
      <p class="reason" role="alert">
        This is no export: no line of it has an agent or a memory. Choose a file that Export wrote.
      </p>
    );
  return (
    <>
      <Contents preview={found} here={here} />
      <Send file={file} preview={found} />
    </>
  );
}

function Contents({ preview, here }: { preview: ImportPreview; here: ReadonlySet<string> | null }) {
  const { agents, memories, byType, oldest, newest, ids, first, damaged, isWhole } = preview;
  const known = here === null ? null : ids.filter((id) => here.has(id)).length;
  const types = Object.entries(byType).sort(([, a], [, b]) => b - a);
  return (
    <>
      <Facts
        facts={[
          ['It goes to', agents.join(', ')],
          ['Memories', memories.toLocaleString()],
          [
            'New here',
            known === null ? 'not compared: there are too many' : (memories - known).toLocaleString(),
          ],
          ['Here already, and stay as they are', known?.toLocaleString()],
          ['Types', types.map(([type, count]) => `${type} ${count.toLocaleString()}`).join(', ')],
          ['From', oldest && <Time key="t" at={oldest} />],
          ['To', newest && <Time key="t" at={newest} />],
        ]}
      />
      {damaged > 0 && <p class="reason">{counted(damaged, 'line')} cannot be read, and will be left out.</p>}
      {!isWhole && (
        <p class="reason">The file has no last line: it broke off. What it has can be imported.</p>
      )}
      <ol role="list" class="compact" aria-label="The first memories of the file">
        {first.map(({ id, type, content }, place) => (
          <li key={place}>
            <span class="type">{type}</span> {here?.has(id) && <span class="state">here already</span>}{' '}
            <span dir="auto">{visibleText(content)}</span>
          </li>
        ))}
      </ol>
      {memories > first.length && <p class="quiet">and {(memories - first.length).toLocaleString()} more</p>}
    </>
  );
}

function Send({ file, preview }: { file: File; preview: ImportPreview }) {
  const [share, setShare] = useState(0);
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: async () => {
      onUploadProgress(file, setShare);
      const headers = { 'Content-Type': 'application/x-ndjson' };
      const sent = await fetchWithProgress('/api/v2/import', { method: 'POST', headers, body: file });
      return answerOf<Outcome>(sent);
    },
    onSuccess: () => forgetPages(queries),
  });
  if (sending.data) return <Result outcome={sending.data} />;
  return (
    <>
      <div class="row">
        <button type="button" class="primary" disabled={sending.isPending} onClick={() => sending.mutate()}>
          Import {counted(preview.memories, 'memory', 'memories')}
        </button>
      </div>
      {sending.isPending && (
        <p class="run" role="status">
          <progress aria-label="Import" {...(share < 1 && { value: share })} />
          <span>{share < 1 ? `${Math.floor(share * 100)} % sent` : 'Sent; the service stores it…'}</span>
        </p>
      )}
      {sending.isError && <Problem error={sending.error} />}
    </>
  );
}

function Result({ outcome: { created, existing, refused, errors } }: { outcome: Outcome }) {
  return (
    <p role="status">
      <strong>{counted(created, 'memory', 'memories')} imported.</strong>
      {existing > 0 && ` ${existing.toLocaleString()} were here already.`}
      {refused > 0 && ` ${refused.toLocaleString()} were deleted here for good, and stay so.`}
      {errors.length > 0 && ` ${counted(errors.length, 'line')} could not be imported.`}
    </p>
  );
}

/** The ids of the file's agents that are here; null where there are too many to compare. */
async function hereAlready({ agents }: ImportPreview): Promise<ReadonlySet<string> | null> {
  const found = new Set<string>();
  for (const agentId of agents) if (!(await addIds(agentId, found))) return null;
  return found;
}

/** False if there are too many. An agent that is not here has none. */
async function addIds(agentId: string, found: Set<string>): Promise<boolean> {
  try {
    for await (const { id } of agentOf(agentId).all({ status: 'all' })) {
      if (found.add(id).size > MOST_COMPARED) return false;
    }
    for await (const id of quarantinedIn(agentId)) {
      if (found.add(id).size > MOST_COMPARED) return false;
    }
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  return true;
}

/** Lists of memories leave them out. */
async function* quarantinedIn(agentId: string): AsyncGenerator<string> {
  let cursor: string | null | undefined;
  do {
    const page = await service.agents.quarantine(agentId, { limit: PAGE_SIZE, ...(cursor && { cursor }) });
    for (const { id } of page.memories) yield id;
    cursor = page.nextCursor;
  } while (cursor);
}
