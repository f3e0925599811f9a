import type { Scope as ServiceScope } from '../context.ts';
import type { Entry } from './formats/config-format.ts';
import type { Machine } from './machine.ts';
import { type EntryKey, listTools, startableOf, Unverifiable } from './verify.ts';

/** What came of starting or calling an entry as the editor would. */
export interface Check {
  /** Null: it cannot be tried here. */
  works: boolean | null;
  tools: string[];
  /** Null if it works. */
  reason: string | null;
}

export async function checkEntry(entry: Entry, machine: Machine, service: ServiceScope): Promise<Check> {
  try {
    const startable = startableOf(entry, keyOf(service));
    // Editors start programs in folders of their own.
    const { tools } = await listTools(startable, machine.home, machine.env);
    return { works: true, tools, reason: null };
  } catch (error) {
    const reason = messageOf(error);
    return { works: error instanceof Unverifiable ? null : false, tools: [], reason };
  }
}

/** A key from `login` is not known to the editor. */
function keyOf({ url, key, sources }: ServiceScope): EntryKey {
  return { value: sources.key === 'environment' ? key : null, origin: new URL(url).origin };
}

/** The message in one line, because the SDK quotes the answers of servers. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return (message + cause).replaceAll(/\s+/g, ' ').slice(0, 300);
}
