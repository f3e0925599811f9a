import { labelFigures, type Judged } from '../labelled/label-figures';
import { textTable } from './text-table';

/** One row a set, as a Markdown table. */
export function labelTable(sets: Readonly<Record<string, readonly Judged[]>>): string {
  const rows = Object.entries(sets).map(([name, judged]) => {
    const { cases, precision, recall, f1, typeRight } = labelFigures(judged);
    return [name, String(cases), ...[precision, recall, f1, typeRight].map(percent)];
  });
  return textTable(['Set', 'Cases', 'Precision', 'Recall', 'F1', 'Right type'], rows);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
