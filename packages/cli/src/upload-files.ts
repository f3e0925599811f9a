import { stat } from 'node:fs/promises';
import type { Agent, FileResponse } from '@agent-memory/client';
import type { Command } from 'commander';
import { usageError } from './failure.ts';
import { describeFailure } from './failure-report.ts';
import { printNote, printResult } from './output.ts';
import { withProgress } from './progress.ts';

interface Upload {
  agent: Agent;
  wait: boolean;
  command: Command;
}

interface Uploaded {
  file: string;
  /** Null if the service did not take the file. */
  fileId: string | null;
  status: string;
  chunks: number | null;
  error: string | null;
}

/** Uploads one file after the other. A file that fails does not keep back the others; the exit code is 1 then. */
export async function uploadAll(files: readonly string[], { agent, wait, command }: Upload): Promise<void> {
  for (const file of files) {
    const found = await stat(file).catch((error: Error) => {
      throw usageError(`${file} cannot be read: ${error.message}`);
    });
    if (!found.isFile()) throw usageError(`${file} is no file: name the files in it.`);
  }
  const uploaded: Uploaded[] = [];
  for (const file of files) uploaded.push(await upload(file, agent, wait));
  const failed = uploaded.filter(({ error }) => error !== null);
  for (const { file, error } of failed) printNote(`${file}: ${error ?? ''}`);
  printResult(command, { files: uploaded, count: uploaded.length, failed: failed.length }, () =>
    uploaded.flatMap((each) => (each.error === null ? [lineOf(each)] : [])).join('\n'),
  );
  if (failed.length > 0) process.exitCode = 1;
}

async function upload(file: string, agent: Agent, wait: boolean): Promise<Uploaded> {
  let stored: string | null = null;
  try {
    return await withProgress(`Uploading ${file}`, async (progress) => {
      const { fileId, status } = await agent.files.upload(file, {
        onProgress: ({ sentBytes, totalBytes }) => progress.update(sentBytes, totalBytes),
      });
      stored = fileId;
      if (!wait) return { file, fileId, status, chunks: null, error: null };
      progress.update(0, null, 'reading its text');
      return ofResponse(file, await agent.files.waitUntilIndexed(fileId));
    });
  } catch (error) {
    const { message, exitCode } = describeFailure(error);
    // Without the service or the right to write, the others fail as well.
    if (exitCode > 2) throw error;
    return { file, fileId: stored, status: 'failed', chunks: null, error: message };
  }
}

function ofResponse(file: string, { fileId, status, chunks }: FileResponse): Uploaded {
  return { file, fileId, status, chunks, error: null };
}

function lineOf({ file, fileId, status, chunks }: Uploaded): string {
  const found = chunks === null ? '' : `, ${chunks} memories`;
  return `${file}: ${status}${found} (${fileId ?? ''})`;
}
