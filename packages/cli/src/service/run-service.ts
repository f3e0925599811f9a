import type { Command } from 'commander';
import { trustedScope } from '../context.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import { isReady, usesDataOf } from '../local-address.ts';
import { LocalService } from '../local-service.ts';
import { printNote, printResult } from '../output.ts';
import { findRunning, getService, recordRunning, runInForeground, stopRunning } from './service-process.ts';

export interface StartOptions {
  detach?: boolean;
  port?: number;
}

export async function runStart({ detach = false, port }: StartOptions, command: Command): Promise<void> {
  const url = await localAddress(command, port);
  const service = getService();
  if (await isReady(url)) {
    const { pid = null } = findRunning(service) ?? {};
    return printResult(command, { status: 'running', url, pid }, () => `The service runs already: ${url}`);
  }
  if (!detach) {
    process.exitCode = await runInForeground(service, url);
    return;
  }
  const local = LocalService.at(new URL(url));
  if (local === null)
    throw usageError(`${url} is no address where a service can be started on this machine.`);
  printNote('Starting the service. The first start takes longer.');
  await started(local);
  const running = findRunning(service);
  if (running !== null) recordRunning(service, { ...running, url });
  const result = { status: 'started', url, pid: running?.pid ?? null, dataDir: service.dataDir };
  printResult(command, result, () => `${url}\nData: ${service.dataDir}\nStop it with: agent-memory stop`);
}

/** Its failures say what to do, and are failures of the command. */
export async function started(local: LocalService): Promise<void> {
  try {
    await local.start();
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error), EXIT.failed, 'StartFailed');
  }
}

export async function runStop(command: Command): Promise<void> {
  const service = getService();
  const running = findRunning(service);
  if (running === null) {
    return printResult(
      command,
      { status: 'stopped', pid: null },
      () => 'No service runs that was started here.',
    );
  }
  await stopRunning(service, running);
  printResult(command, { status: 'stopped', pid: running.pid }, () => `Stopped (process ${running.pid}).`);
}

/** The exit code is 5 when no service answers. */
export async function runStatus(command: Command): Promise<void> {
  const { service, running } = localState();
  const scope = await trustedScope(command);
  const url = scope.sources.url === 'default' ? (running?.url ?? scope.url) : scope.url;
  const health = await healthOf(url, scope.key);
  const { version, uptimeSeconds } = health ?? { version: null, uptimeSeconds: null };
  const status = health === null ? 'away' : 'running';
  const isOwn = service !== null && (health === null || usesDataOf(service, url));
  const dataDir = isOwn ? service.dataDir : null;
  const result = { status, url, version, uptimeSeconds, pid: running?.pid ?? null, dataDir };
  printResult(command, result, () => statusText(result));
  if (health === null) process.exitCode = EXIT.serviceAway;
}

function localState() {
  try {
    const service = getService();
    return { service, running: findRunning(service) };
  } catch {
    return { service: null, running: null };
  }
}

async function healthOf(url: string, key: string | null) {
  const { AgentMemory } = await import('@agent-memory/client');
  try {
    return await new AgentMemory({ baseUrl: url, apiKey: key ?? undefined, maxRetries: 0 }).health();
  } catch {
    return null;
  }
}

interface Status {
  status: string;
  url: string;
  version: string | null;
  uptimeSeconds: number | null;
  pid: number | null;
  /** Null if no service is installed here, or if another program started the one that answers. */
  dataDir: string | null;
}

function statusText({ status, url, version, uptimeSeconds, pid, dataDir }: Status): string {
  const lines =
    status === 'running'
      ? [`Running at ${url}, version ${version ?? '?'}, for ${Math.round(uptimeSeconds ?? 0)} s`]
      : [`No service answers at ${url}. Start one with: agent-memory start --detach`];
  if (pid !== null) lines.push(`Process ${pid}`);
  lines.push(dataDir === null ? 'Data: where it was started, not by this command' : `Data: ${dataDir}`);
  return lines.join('\n');
}

async function localAddress(command: Command, port: number | undefined): Promise<string> {
  const { url } = await trustedScope(command);
  const address = new URL(url);
  if (port !== undefined) address.port = String(port);
  if (LocalService.at(address) === null) {
    getService();
    throw usageError(
      `${url} is not on this machine: a service is started here at http://127.0.0.1:PORT only.`,
    );
  }
  return address.origin;
}
