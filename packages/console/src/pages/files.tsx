import { useInfiniteQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useAgentId, useParameters } from '../data/address.ts';
import { agentOf, type FileResponse } from '../data/client.ts';
import { onUploadProgress } from '../data/fetch-with-progress.ts';
import { useMay } from '../data/login.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { FileItem } from '../parts/file-item.tsx';
import { Page } from '../parts/page.tsx';
import { More } from '../parts/page-block.tsx';
import { Empty, Failed, Loading, NotAllowed, Problem } from '../parts/problem.tsx';
import { SelectableFiles } from '../parts/selectable-files.tsx';
import { holdPage } from '../ui/unsaved.ts';

const PAGE_SIZE = 50;
const POLL_MS = 5_000;

interface Upload {
  name: string;
  share: number;
  error: unknown;
}

/** Which files has the agent read, and did it work? */
export function FilesPage() {
  const may = useMay();
  if (may('listFiles')) return <Files />;
  return (
    <Page title="Files">
      <NotAllowed what="see files" />
    </Page>
  );
}

function Files() {
  const agentId = useAgentId();
  const may = useMay();
  const [{ file: marked }] = useParameters();
  const files = useInfiniteQuery({
    queryKey: ['files', agentId],
    queryFn: ({ pageParam }) => agentOf(agentId).files.list({ limit: PAGE_SIZE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ files: some }) => some.some(isReading)) ? POLL_MS : false,
  });
  const listed = files.data?.pages.flatMap((page) => page.files) ?? [];
  return (
    <Page
      isRoomy
      title="Files"
      lead="The agent reads PDF, DOCX, XLSX, CSV, JSON, Markdown and text, and remembers each part."
    >
      {may('uploadFile') && <Uploads agentId={agentId} />}
      {files.isPending && <Loading what="files" />}
      <Failed query={files} />
      {files.isSuccess && listed.length === 0 && (
        <Empty title="There is no file yet">
          {may('uploadFile')
            ? 'Drop one above, or choose one from this computer.'
            : 'Files that are uploaded to the agent will be shown here.'}
        </Empty>
      )}
      {listed.length > 0 && (
        <SelectableFiles agentId={agentId} files={listed} isWhole={!files.hasNextPage}>
          <ul role="list" class="sheet" aria-label="Files">
            {listed.map((file) => (
              <FileItem key={file.fileId} agentId={agentId} file={file} isMarked={file.fileId === marked} />
            ))}
          </ul>
        </SelectableFiles>
      )}
      <More name="Show more files" query={files} />
    </Page>
  );
}

function Uploads({ agentId }: { agentId: string }) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queries = useQueryClient();
  const change = (name: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.name === name ? { ...each, ...changes } : each)));
  const send = async (file: File) => {
    setUploads((all) => [
      ...all.filter((each) => each.name !== file.name),
      { name: file.name, share: 0, error: null },
    ]);
    const release = holdPage();
    onUploadProgress(file, (share) => change(file.name, { share }));
    try {
      await agentOf(agentId).files.upload(file);
      setUploads((all) => all.filter((each) => each.name !== file.name));
      await queries.invalidateQueries({ queryKey: ['files', agentId] });
    } catch (error) {
      change(file.name, { error });
    } finally {
      release();
    }
  };
  return (
    <>
      <DropZone take={(files) => files.forEach((file) => void send(file))} />
      {uploads.map(({ name, share, error }) =>
        error === null ? (
          <p key={name} class="run" role="status">
            <progress aria-label={`Upload of ${name}`} value={share} />
            <span dir="auto">
              {name}: {Math.floor(share * 100)} % sent
            </span>
          </p>
        ) : (
          <div key={name}>
            <p dir="auto">{name} was not uploaded.</p>
            <Problem error={error} />
          </div>
        ),
      )}
    </>
  );
}

function isReading({ status }: FileResponse): boolean {
  return status === 'processing';
}
