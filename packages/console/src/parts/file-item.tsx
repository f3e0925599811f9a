import { useQueryClient } from '@tanstack/preact-query';
import { counted } from '../data/attention.ts';
import { agentOf, type FileResponse } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { sizeText } from '../data/size-text.ts';
import { useMutation } from '../data/use-mutation.ts';
import { AskedButton } from '../ui/asked-button.tsx';
import { SelectionBox } from '../ui/selection.tsx';
import { Time } from './time.tsx';

const STATE_CLASSES: Record<string, string> = { indexed: 'state good', failed: 'state bad' };

interface FileItemProps {
  agentId: string;
  file: FileResponse;
  isMarked: boolean;
}

export function FileItem({ agentId, file, isMarked }: FileItemProps) {
  const may = useMay();
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => agentOf(agentId).files.delete(file.fileId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['files', agentId] }),
  });
  return (
    <li class={isMarked ? 'memory file marked' : 'memory file'}>
      <SelectionBox id={file.fileId} name={file.fileName} />
      <div class="row between">
        <FileFacts file={file} />
        {may('deleteFile') && (
          <AskedButton
            name="Delete"
            label={`Delete ${file.fileName}`}
            class="small"
            title={`Delete ${file.fileName}?`}
            yes="Delete for good"
            action={removal}
          >
            <p>The file and its {counted(file.chunks, 'memory', 'memories')} are deleted for good.</p>
          </AskedButton>
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
    </li>
  );
}

function FileFacts({ file }: Pick<FileItemProps, 'file'>) {
  return (
    <div class="file-facts">
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
