import { useMutation, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { counted } from '../data/attention.ts';
import { agentOf, type FileResponse } from '../data/client.ts';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';

const UNITS = ['B', 'KB', 'MB', 'GB'];

interface FileItemProps {
  agentId: string;
  file: FileResponse;
  isMarked: boolean;
}

export function FileItem({ agentId, file, isMarked }: FileItemProps) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => agentOf(agentId).files.delete(file.fileId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['files', agentId] }),
  });
  return (
    <li class={isMarked ? 'memory marked' : 'memory'}>
      <p class="memory-facts">
        <span class="type">{file.status === 'processing' ? 'reading' : file.status}</span>
        <Time at={file.createdAt} />
        <span>{sizeOf(file.fileSize)}</span>
        <span>{counted(file.chunks, 'memory', 'memories')}</span>
      </p>
      <p dir="auto">
        <strong>{file.fileName}</strong>
      </p>
      {file.status === 'processing' && (
        <progress aria-label={`Reading of ${file.fileName}`} value={file.progress}></progress>
      )}
      {file.error !== null && (
        <p class="reason" dir="auto">
          {file.error} Upload the file again when it is mended.
        </p>
      )}
      {isAsking ? (
        <div class="row ask" role="alertdialog" aria-label={`Delete ${file.fileName}?`}>
          <p>Delete the file and its {counted(file.chunks, 'memory', 'memories')} for good?</p>
          <button
            type="button"
            class="danger small"
            disabled={removal.isPending}
            onClick={() => removal.mutate()}
          >
            Delete
          </button>
          <button type="button" class="small" autofocus onClick={() => setAsking(false)}>
            Keep it
          </button>
        </div>
      ) : (
        <p>
          <button
            type="button"
            class="small"
            aria-label={`Delete ${file.fileName}`}
            onClick={() => setAsking(true)}
          >
            Delete
          </button>
        </p>
      )}
      {removal.isError && <Problem error={removal.error} />}
    </li>
  );
}

function sizeOf(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1_024 ** unit;
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
