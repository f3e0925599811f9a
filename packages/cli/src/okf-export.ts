// The Open Knowledge Format, version 0.2, of June 2026: okf/SPEC.md of GoogleCloudPlatform/knowledge-catalog, read in
// November 2026. `importers/okf.ts` reads it.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MemoryRecord } from '@agent-memory/client';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import type { Opened } from './context.ts';
import { writeFault } from './export-file.ts';
import { usageError } from './failure.ts';
import { printResult } from './output.ts';
import { withProgress } from './progress.ts';

const VERSION = '0.2';
const MOST_SLUG = 60;

/** Writes the memories of an agent into a new folder, a concept for each, which appears when it is whole. */
export async function exportOkf(folder: string, opened: Opened, command: Command): Promise<void> {
  const target = path.resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw usageError(`${folder} is not empty: name a new folder.`);
  }
  const unfinished = `${target}.${process.pid}.unfinished`;
  try {
    const counts = await writeConcepts(unfinished, opened);
    if (existsSync(target)) await rmdir(target);
    await rename(unfinished, target);
    const count = [...counts.values()].reduce((sum, each) => sum + each, 0);
    const { agent } = opened.scope;
    const result = { agent, folder: target, memories: count };
    printResult(command, result, () => `Exported ${agent}: ${count} memories, to ${folder}.`);
  } catch (error) {
    // The failure that is reported comes first.
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    throw writeFault(folder, error);
  }
}

/** How many memories of each type there are. */
function writeConcepts(root: string, { agent, scope }: Opened): Promise<ReadonlyMap<string, number>> {
  return withProgress('Exporting', async (progress) => {
    const counts = new Map<string, number>();
    await mkdir(root, { recursive: true, mode: 0o700 });
    let done = 0;
    for await (const memory of agent.all({ status: 'all' })) {
      const folder = path.join(root, memory.type);
      if (!counts.has(memory.type)) await mkdir(folder);
      counts.set(memory.type, (counts.get(memory.type) ?? 0) + 1);
      // Two memories never have one file.
      await writeFile(path.join(folder, `${fileName(memory)}.md`), conceptOf(memory), {
        mode: 0o600,
        flag: 'wx',
      });
      progress.update(++done, null);
    }
    await writeFile(path.join(root, 'index.md'), indexOf(scope.agent, counts), { mode: 0o600 });
    return counts;
  });
}

/** Readable, and another one for each memory. */
function fileName({ id, title }: MemoryRecord): string {
  const words =
    title
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const slug = words.join('-').slice(0, MOST_SLUG).replace(/-$/, '');
  return slug === '' ? id : `${slug}-${id}`;
}

function indexOf(agent: string, counts: ReadonlyMap<string, number>): string {
  const lines = [...counts].sort().map(([type, count]) => `* [${type}](${type}/) - ${count} memories`);
  return `---\nokf_version: "${VERSION}"\n---\n\n# Memories of ${agent}\n\n${lines.join('\n')}\n`;
}

function conceptOf(memory: MemoryRecord): string {
  const { type, title, tags, status, supersededBy, expiresAt, validTo, content } = memory;
  const stale = expiresAt ?? validTo;
  const fields = {
    type,
    title,
    ...(tags.length > 0 && { tags }),
    generated: { by: `process:${memory.actorId}`, at: memory.updatedAt.toISOString() },
    ...((status === 'expired' || supersededBy !== null) && { status: 'deprecated' }),
    ...(stale !== null && { stale_after: stale.toISOString() }),
    ...ownFields(memory),
  };
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${content}\n`;
}

/** The fields that the format lacks, under the names of the service. */
function ownFields(memory: MemoryRecord): Record<string, unknown> {
  const { id, source, sourceRef, scope, key, names, confidence, provenance, metadata, validFrom } = memory;
  const fields = {
    ...{ id, source, source_ref: sourceRef, scope, key, confidence, provenance },
    names: names.length > 0 ? names : null,
    metadata: Object.keys(metadata).length > 0 ? metadata : null,
    created_at: memory.createdAt.toISOString(),
    valid_from: validFrom?.toISOString() ?? null,
    superseded_by: memory.supersededBy,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
