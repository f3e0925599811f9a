import { useEffect, useRef, useState } from 'preact/hooks';
import { type BulkTask, outcomeText, runBulk } from '../data/bulk.ts';
import { type Report, useToast } from './toasts.tsx';
import { holdPage, useUnsaved } from './unsaved.ts';

export interface BulkProgress {
  /** Such as "Expiring". */
  doing: string;
  handled: number;
  /** Null while that is not known. */
  total: number | null;
}

export interface Bulk {
  /** Null: nothing runs. */
  progress: BulkProgress | null;
  /** Reads which ones it is about; null when that was stopped or failed. */
  read: (
    work: (signal: AbortSignal, report: (read: number) => void) => Promise<string[]>,
  ) => Promise<string[] | null>;
  run: <Done>(task: BulkTask<Done>, ids: readonly string[]) => Promise<void>;
  stop: () => void;
}

/** Between two pictures of the progress. */
const SHOWN_EVERY_MS = 100;

const LEAVE = 'This is not finished. Leave the page and stop it?';

/** Runs tasks over many, one at a time, with progress. Afterwards a message says what was done, and takes it back where it can. */
export function useBulk(refresh: () => Promise<unknown>): Bulk {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  const toast = useToast();
  useUnsaved(progress !== null, LEAVE);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => running.current?.abort();
  const begin = () => {
    stop();
    running.current = new AbortController();
    return running.current.signal;
  };
  return {
    progress,
    stop,
    read: async (work) => {
      const signal = begin();
      const report = (handled: number) => setProgress({ doing: 'Reading which match', handled, total: null });
      report(0);
      try {
        const ids = await work(signal, report);
        return signal.aborted ? null : ids;
      } catch (error) {
        toast({ text: `Nothing was changed. ${error instanceof Error ? error.message : ''}` });
        return null;
      } finally {
        setProgress(null);
      }
    },
    run: async (task, ids) => {
      const { work, doing } = task;
      const total = ids.length;
      const show = (handled: number) => setProgress({ doing, handled, total });
      const report = seldom(show);
      show(0);
      const outcome = await runBulk({ items: ids, work, signal: begin(), report });
      setProgress(null);
      const text = outcomeText(outcome, task.done(outcome.done.length));
      const undo = undoOf(task, outcome.done, refresh);
      toast({ text, stays: true, ...(undo && { undo }) });
      await refresh();
    },
  };
}

/** The same, called so often as it can be seen. */
function seldom(show: (handled: number) => void): (handled: number) => void {
  let shownAt = 0;
  return (handled) => {
    if (Date.now() - shownAt < SHOWN_EVERY_MS) return;
    shownAt = Date.now();
    show(handled);
  };
}

/** Null where nothing can be taken back. */
function undoOf<Done>(
  { undo, undone }: BulkTask<Done>,
  done: readonly Done[],
  refresh: () => Promise<unknown>,
) {
  if (!undo || !undone || done.length === 0) return null;
  return async (report: Report) => {
    const release = holdPage();
    try {
      const outcome = await runBulk({
        items: done,
        work: undo,
        signal: new AbortController().signal,
        report: (count) => report(`Taking back ${count.toLocaleString()} of ${done.length.toLocaleString()}`),
      });
      await refresh();
      return outcomeText(outcome, undone(outcome.done.length), 'changed since, and stayed as they are');
    } finally {
      release();
    }
  };
}
