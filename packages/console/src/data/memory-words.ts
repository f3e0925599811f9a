/** Who acted, by the name that histories and the audit have. */
export function actorWords(by: string, agentId: string): string {
  if (by === 'console' || by === 'user') return 'a person in the console';
  if (by === agentId) return 'the agent';
  if (by === 'local') return 'this machine';
  if (by === 'management') return 'the person who manages the service';
  const [kind, ...name] = by.split(':');
  if (kind === 'key') return `the key ${name.join(':')}`;
  return kind === 'oidc' ? name.join(':') : by;
}

const CAUSES: Record<string, string> = {
  manual: 'by hand',
  'conflict-resolution': 'in a review of conflicts',
};

/** Why a memory expired. A rule has any other name. */
export function causeWords(reason: string): string {
  const type = /^retention\.(\w+)$/.exec(reason)?.[1];
  if (type !== undefined) return `by the age for ${type} in the expiry policy`;
  return CAUSES[reason] ?? `by the rule or reason ${reason}`;
}

const SOURCES: Record<string, string> = {
  agent: 'the agent',
  console: 'a person in the console',
  user: 'a person in a review of conflicts',
  upload: 'a file',
};

export function sourceWords(source: string): string {
  return SOURCES[source] ?? source;
}

/** The program of a request, such as `claude-code`: Claude Code. */
export function clientWords(client: string): string {
  const words = client.split(/[-_]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(' ') || 'A program';
}

/** The sequence and the place in it of a reference such as `chat-42#7`; null for other references. */
export function placeOf(reference: string | null): { sequence: string; number: number } | null {
  const [, sequence, number] = /^(.+)#(\d{1,9})$/.exec(reference ?? '') ?? [];
  return sequence === undefined ? null : { sequence, number: Number(number) };
}
