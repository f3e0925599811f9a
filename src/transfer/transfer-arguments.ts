import { parseArgs } from 'node:util';

export interface ExportArguments {
  /** Null for all. */
  agents: string[] | null;
  /** Null for the standard output. */
  out: string | null;
}

export interface ImportArguments {
  /** Null for all. */
  agents: string[] | null;
  /** Null for the standard input. */
  in: string | null;
  /** Takes what was deleted here, too. */
  force: boolean;
}

/** Throws where there are other arguments. */
export function exportArguments(args: string[]): ExportArguments {
  const { values } = parseArgs({
    args,
    options: { agent: { type: 'string', multiple: true }, out: { type: 'string' } },
  });
  return { agents: values.agent ?? null, out: values.out ?? null };
}

/** Throws where there are other arguments. */
export function importArguments(args: string[]): ImportArguments {
  const { values } = parseArgs({
    args,
    options: {
      agent: { type: 'string', multiple: true },
      in: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  });
  return { agents: values.agent ?? null, in: values.in ?? null, force: values.force };
}
