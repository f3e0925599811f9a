import { useQueryClient } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { counted } from '../data/attention.ts';
import { oneByOne } from '../data/bulk.ts';
import { agentOf, type FileResponse } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { refreshMemories } from '../data/refresh.ts';
import { Selectable } from '../ui/selection.tsx';
import type { SelectionAction } from '../ui/use-selection.ts';

/** The most that the service sends. */
const PAGE_SIZE = 100;

interface SelectableFilesProps {
  agentId: string;
  /** Those that are loaded. */
  files: readonly FileResponse[];
  /** Whether these are all. */
  isWhole: boolean;
  children: ComponentChildren;
}

/** The list of files, of which many can be deleted at once. */
export function SelectableFiles({ agentId, files, isWhole, children }: SelectableFilesProps) {
  const queries = useQueryClient();
  const may = useMay();
  return (
    <Selectable
      counted={(count) => counted(count, 'file')}
      order={files.map(({ fileId }) => fileId)}
      total={isWhole ? files.length : null}
      readIds={async (cursor) => {
        const page = await agentOf(agentId).files.list({
          limit: PAGE_SIZE,
          ...(cursor !== undefined && { cursor }),
        });
        return { ids: page.files.map(({ fileId }) => fileId), nextCursor: page.nextCursor ?? null };
      }}
      filter={agentId}
      actions={may('deleteFile') ? [deletion(agentId)] : []}
      refresh={() =>
        Promise.all([
          queries.invalidateQueries({ queryKey: ['files', agentId] }),
          queries.invalidateQueries({ queryKey: ['attention'] }),
          refreshMemories(queries, agentId),
        ])
      }
    >
      {children}
    </Selectable>
  );
}

function deletion(agentId: string): SelectionAction {
  return {
    name: 'Delete…',
    isDanger: true,
    task: {
      doing: 'Deleting',
      work: oneByOne(async (id) => (await agentOf(agentId).files.delete(id)).fileId),
      done: (count) =>
        `${counted(count, 'file')} deleted for good, with the memories that were made of them.`,
    },
    question: (count) => ({
      title: `Delete ${counted(count, 'file')} for good?`,
      text: `The memories that were made of ${count === 1 ? 'it' : 'them'} go too. This cannot be undone.`,
      yes: `Delete ${counted(count, 'file')}`,
    }),
  };
}
