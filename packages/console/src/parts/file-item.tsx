import { useMutation, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { counted } from '../data/attention.ts';
import { agentOf, type FileResponse } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { sizeText } from '../data/size-text.ts';
import { Question } from '../ui/question.tsx';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';

const STATE_CLASSES: Record<string, string> = { indexed: 'state good', failed: 'state bad' };

interface FileItemProps {
  agentId: string;
  file: FileResponse;
  isMarked: boolean;
}

export function FileItem({ agentId, file, isMarked }: FileItemProps) {
  const [isAsking, setAsking] = useState(false);
  const may = useMay();
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => agentOf(agentId).files.delete(file.fileId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['files', agentId] }),
  });
  return (
    <li class={isMarked ? 'memory marked' : 'memory'}>
      <div class="row between">
        <FileFacts file={file} />
        {may('deleteFile') && (
          <button
            type="button"
            class="small"
            aria-label={`Delete ${file.fileName}`}
            onClick={() => setAsking(true)}
          >
            Delete
          </button>
        )}
      </div>
      {file.status === 'processing' && (
        <progress aria-label={`Reading of ${file.fileName}`} value={file.progress}></progress>
      )}
      {file.error !== null && (
        <p class="reason" dir="auto">
          {file.error} Repair the file and upload it again.
        </p>
      )}
      {isAsking && (
        <Question
          title={`Delete ${file.fileName}?`}
          yes="Delete for good"
          isBusy={removal.isPending}
          confirm={() => removal.mutate()}
          cancel={() => setAsking(false)}
        >
          <p>The file and its {counted(file.chunks, 'memory', 'memories')} are deleted for good.</p>
          {removal.isError && <Problem error={removal.error} />}
        </Question>
      )}
    </li>
  );
}

function FileFacts({ file }: Pick<FileItemProps, 'file'>) {
  return (
    <div>
      <strong dir="auto">{file.fileName}</strong>
      <p class="memory-facts">
        <span class={STATE_CLASSES[file.status] ?? 'type'}>
          {file.status === 'processing' ? 'reading' : file.status}
        </span>
        <span>{sizeText(file.fileSize)}</span>
        <span>{counted(file.chunks, 'memory', 'memories')}</span>
        <Time at={file.createdAt} />
      </p>
    </div>
  );
}
