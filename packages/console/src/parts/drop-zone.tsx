import { useState } from 'preact/hooks';

const FORMATS = '.pdf,.docx,.xlsx,.json,.txt,.csv,.md';

/** Takes files by drag and drop, or by the dialog of the browser. */
export function DropZone({ take }: { take: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <label>
        Drop files here, or choose them from this computer
        <input
          type="file"
          multiple
          accept={FORMATS}
          onChange={(event) => {
            take([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}
