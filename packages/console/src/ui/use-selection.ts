import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type BulkTask, matchingIds, type ReadIds } from '../data/bulk.ts';
import { NOTHING, type Selection } from '../data/selection.ts';
import { useBulk } from './use-bulk.ts';

/** What a list offers for its selected rows. */
export interface SelectionAction {
  /** In the menu. */
  name: string;
  isDanger?: boolean;
  task?: BulkTask;
  /** Asked before the task, with the exact number. */
  question?: (count: number) => { title: string; text: string; yes: string };
  /** Asks for what the task needs. */
  form?: (form: SelectionForm) => ComponentChildren;
}

export interface SelectionForm {
  /** What it is about, such as "3 memories". */
  what: string;
  send: (task: BulkTask) => void;
  cancel: () => void;
}

/** A list of which rows can be selected. */
export interface SelectableList {
  /** A page of the ids of all that match the filter of the list. */
  readIds: ReadIds;
  /** With another filter the selection is empty. */
  filter: string;
  actions: readonly SelectionAction[];
  /** After a run, and after its Undo. */
  refresh: () => Promise<unknown>;
}

/** What waits for an answer. */
export interface Step {
  action: SelectionAction;
  /** Those that the question is about. */
  ids: string[];
}

/** What is selected, and the way from an action to its run. */
export function useSelection({ readIds, filter, refresh }: SelectableList) {
  const [selection, select] = useState<Selection>(NOTHING);
  const [step, setStep] = useState<Step | null>(null);
  const bulk = useBulk(refresh);
  useEffect(() => select(NOTHING), [filter]);
  const read = () =>
    selection.isAll
      ? bulk.read((signal, report) => matchingIds(readIds, { without: selection.ids, signal, report }))
      : Promise.resolve([...selection.ids]);
  const run = async (task: BulkTask, known: string[] | null = null) => {
    setStep(null);
    const ids = known ?? (await read());
    if (ids === null) return;
    await bulk.run(task, ids);
    select(NOTHING);
  };
  const choose = async (action: SelectionAction) => {
    if (action.form) return setStep({ action, ids: [] });
    if (action.task && !action.question) return run(action.task);
    const ids = await read();
    if (ids !== null) setStep({ action, ids });
  };
  return { selection, select, step, choose, run, cancel: () => setStep(null), bulk };
}
