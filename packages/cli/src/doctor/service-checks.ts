import { connect } from 'node:net';
import type { Scope } from '../context.ts';
import { isLoopback } from '../local-address.ts';
import type { InstalledService } from '../installed-service.ts';
import { SERVICE_NAME } from '../local-address.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

const ANSWER_MS = 5_000;
const MOST_SKEW_MS = 60_000;

interface Answer {
  name: string | null;
  version: string | null;
  /** The clock of the service, as its `Date` header says. */
  date: Date | null;
}

/** Checks the program that answers at the address, its clock and version; then the key and the agent. */
export async function checkService(
  scope: Scope,
  installed: InstalledService | null,
  ownVersion: string,
): Promise<Finding[]> {
  const answer = await askRoot(scope.url);
  if (answer === null) return [await explainAway(scope, installed)];
  if (answer.name !== SERVICE_NAME) {
    const fix = 'Stop that program, or use another port: agent-memory start --detach --port 8010';
    return [broken('service', `Another program answers at ${scope.url}.`, fix)];
  }
  return [
    ok('service', `answers at ${scope.url}`),
    checkVersion(answer.version, ownVersion),
    checkClock(answer.date),
    ...(await checkAccess(scope)),
  ];
}

async function askRoot(url: string): Promise<Answer | null> {
  try {
    const response = await fetch(`${url}/`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const date = new Date(response.headers.get('date') ?? '');
    const body: unknown = await response.json().catch(() => null);
    const { name = null, version = null } = (body ?? {}) as Partial<Answer>;
    return { name, version, date: Number.isNaN(date.getTime()) ? null : date };
  } catch {
    return null;
  }
}

async function explainAway({ url }: Scope, installed: InstalledService | null): Promise<Finding> {
  const address = new URL(url);
  if (!isLoopback(address)) {
    return broken(
      'service',
      `No answer from ${url}.`,
      'Check the address, the network and the service there.',
    );
  }
  if (await isPortTaken(address)) {
    const fix =
      'See `agent-memory logs`; if another program has the port: agent-memory start --detach --port 8010';
    return broken('service', `Something listens at ${url}, but does not answer as the service does.`, fix);
  }
  const fix =
    installed === null
      ? 'Install it (`npm install -g agent-memory`), or name another with --url.'
      : 'agent-memory start --detach';
  return broken(
    'service',
    `No service runs at ${url}; the port is free. --url or AGENT_MEMORY_URL names another address.`,
    fix,
  );
}

function isPortTaken({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 80),
      timeout: ANSWER_MS,
    });
    const end = (isTaken: boolean) => {
      socket.destroy();
      resolve(isTaken);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false)).once('timeout', () => end(true));
  });
}

export function checkVersion(version: string | null, ownVersion: string): Finding {
  if (version === ownVersion) return ok('version', `service and command line ${ownVersion}`);
  const message = `The service has version ${version ?? 'unknown'}, the command line ${ownVersion}.`;
  return warning(
    'version',
    message,
    'Update the older one, then `agent-memory stop` and `agent-memory start`.',
  );
}

/** Keys, tokens and dates such as `2d` depend on it. */
function checkClock(date: Date | null, now = new Date()): Finding {
  if (date === null)
    return warning('clock', 'The service says no time.', 'Look for a proxy that removes `Date`.');
  const seconds = Math.round((date.getTime() - now.getTime()) / 1_000);
  if (Math.abs(seconds) * 1_000 <= MOST_SKEW_MS) return ok('clock', 'as the clock of the service');
  const message = `The clock of the service is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}.`;
  return broken('clock', message, 'Set both clocks by the network (NTP).');
}

async function checkAccess({ url, key, agent, sources }: Scope): Promise<Finding[]> {
  const { AgentMemory } = await import('@agent-memory/client');
  const memory = new AgentMemory({ baseUrl: url, apiKey: key ?? undefined, maxRetries: 0 });
  const from = sources.key === 'environment' ? 'AGENT_MEMORY_KEY' : 'the key of `login`';
  const accepted = ok('key', key === null ? 'none is needed here' : `accepted (${from})`);
  try {
    await memory.agents.get(agent, { includeCounts: false });
    return [accepted, ok('agent', agent)];
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
    if (name === 'NotFoundError') {
      const fix = `agent-memory init, or: agent-memory agents create ${agent}`;
      return [accepted, warning('agent', `'${agent}' does not exist yet.`, fix)];
    }
    const fix =
      key === null ? `agent-memory login ${url}` : `Get another key, then: agent-memory login ${url}`;
    return [broken('key', message, fix)];
  }
}
