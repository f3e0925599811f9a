import { textTable } from '../../bench/support/text-table';

/** The worst figure of one kind of attack. */
export interface Finding {
  kind: string;
  worst: number;
  limit: number;
  unit: 'ms' | 'MB' | 's' | 'requests' | 'memories' | 'bytes';
  /** What reached the worst figure. */
  by?: string;
}

export const passes = ({ worst, limit }: Finding): boolean => worst <= limit;

/** A Markdown table of all of them. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map((each) => [
    each.kind,
    `${round(each.worst)} ${each.unit}`,
    `${round(each.limit)} ${each.unit}`,
    passes(each) ? 'passed' : 'FAILED',
    each.by ?? '',
  ]);
  return textTable(['attack', 'worst', 'limit', 'result', 'by'], rows);
}

const round = (value: number): number => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
