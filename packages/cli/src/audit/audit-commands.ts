import { rename, rm, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { openAgent, type Opened } from '../context.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import { writeFault } from '../export-file.ts';
import { printNote, printResult } from '../output.ts';
import { ensureRegularOrMissing } from '../regular-file.ts';
import { ChainCheck, keyIdOf, type CheckedChain } from './chain-check.ts';
import { linesOfFile } from './chain-file.ts';

const PUBLIC_KEY = /^[0-9a-f]{64}$/;

interface VerifyOptions {
  from?: string;
  management?: boolean;
  key?: string;
}

/** Prints what was found. The exit code is 1 if anything was. */
export async function verifyChain(options: VerifyOptions, command: Command): Promise<void> {
  const given = givenKey(options.key);
  const checked =
    options.from === undefined
      ? await checkService(await openAgent(command), options, given)
      : await checkFile(options.from, await reachable(command), given);
  if (checked.findings.length > 0) process.exitCode = EXIT.failed;
  printResult(command, checked, () => reportOf(checked));
}

/** The file appears when it is whole and right. */
export async function exportChain(
  { out, management }: { out: string; management?: boolean },
  command: Command,
): Promise<void> {
  refuseOthers(out);
  const opened = await openAgent(command);
  const check = new ChainCheck(new Map());
  const unfinished = `${out}.${process.pid}.unfinished`;
  try {
    await writeFile(unfinished, checkedLines(opened, management === true, check), {
      mode: 0o600,
      flag: 'wx',
    });
    await rename(unfinished, out);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw writeFault(out, error);
  }
  const checked = check.result();
  if (checked.findings.length > 0) process.exitCode = EXIT.failed;
  printResult(command, { file: out, ...checked }, () => `${reportOf(checked)}\nWritten to ${out}.`);
}

async function* checkedLines(
  opened: Opened,
  ofManagement: boolean,
  check: ChainCheck,
): AsyncGenerator<string> {
  for await (const line of linesOf(opened, ofManagement)) {
    check.add(line);
    yield `${line}\n`;
  }
}

async function checkService(
  opened: Opened,
  { management }: VerifyOptions,
  given: ReadonlyMap<string, string>,
): Promise<CheckedChain> {
  const check = new ChainCheck(given);
  for await (const line of linesOf(opened, management === true)) check.add(line);
  return check.result();
}

/** Checks a file. If the service answers, its chain must still contain the head of the file. */
async function checkFile(
  file: string,
  opened: Opened | null,
  given: ReadonlyMap<string, string>,
): Promise<CheckedChain> {
  const check = new ChainCheck(given.size > 0 ? given : await keysOf(opened));
  try {
    for await (const line of linesOfFile(file)) check.add(line.trimEnd());
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
  const checked = check.result();
  if (opened !== null && checked.head !== null) await compare(checked, opened);
  return checked;
}

async function compare(checked: CheckedChain, opened: Opened): Promise<void> {
  const { head, findings, chain } = checked;
  if (head === null) return;
  const agent = opened.memory.auditLines(agentOf(chain));
  for await (const line of agent) {
    const value = JSON.parse(line) as {
      kind: string;
      seq?: number;
      hash?: string;
      anchor?: { seq: number } | null;
    };
    if (value.kind === 'header' && (value.anchor?.seq ?? 0) > head.seq) return;
    if (value.kind !== 'record' || value.seq !== head.seq) continue;
    if (value.hash === head.hash) return;
    break;
  }
  findings.push({
    seq: head.seq,
    id: null,
    problem: 'the chain of the service does not contain the head of the file',
  });
}

/** Null for management. */
function agentOf(chain: string): string | null {
  return chain === '' ? null : chain.replace(/^service_agent_/, '');
}

/** Null where no service answers: a file can be checked without one. */
async function reachable(command: Command): Promise<Opened | null> {
  try {
    const opened = await openAgent(command, { maxRetries: 0 });
    await opened.memory.auditKeys();
    return opened;
  } catch {
    printNote('No service was asked: the file is checked by itself.');
    return null;
  }
}

async function keysOf(opened: Opened | null): Promise<ReadonlyMap<string, string>> {
  if (opened === null) return new Map();
  const { keys } = await opened.memory.auditKeys();
  return new Map(keys.map(({ keyId, publicKey }) => [keyId, publicKey]));
}

function givenKey(key: string | undefined): ReadonlyMap<string, string> {
  if (key === undefined) return new Map();
  if (!PUBLIC_KEY.test(key)) throw usageError('--key takes a public key: 64 hex digits.');
  return new Map([[keyIdOf(key), key]]);
}

function linesOf({ memory, scope }: Opened, ofManagement: boolean): AsyncGenerator<string> {
  return memory.auditLines(ofManagement ? null : scope.agent);
}

function refuseOthers(file: string): void {
  try {
    ensureRegularOrMissing(file);
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${(error as Error).message}.`, EXIT.usage, 'Usage');
  }
}

function reportOf({ chain, records, head, keyId, keyIsKnown, findings }: CheckedChain): string {
  const name = chain === '' ? 'management' : chain;
  const signed =
    keyId === null ? 'not signed' : `signed by ${keyId}${keyIsKnown ? '' : ' (a key that the lines name)'}`;
  const found = findings.map(({ seq, id, problem }) => {
    const where = seq === null ? 'the chain' : `record ${seq}${id === null ? '' : ` (${id})`}`;
    return `${where}: ${problem}`;
  });
  const summary = `${name}: ${records} records, head ${head?.seq ?? 0}, ${signed}.`;
  const none = chain === '' ? 'There is no record.' : 'There is no record: check the name of the agent.';
  const sound = records > 0 ? 'Nothing was changed.' : none;
  return [summary, ...(found.length === 0 ? [sound] : found)].join('\n');
}
