import { isObject } from '../../src/common/objects';

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  text: string;
}

/** What no message to a client may hold: statements, stack traces, paths and names of the inside. */
const INSIDE =
  /\b(select|insert into|update memories|delete from)\b|prisma|postgres|node_modules|\.(ts|js):\d|\bat \S+ \(|\/src\/|\/dist\/|TypeError|SyntaxError/i;

/** What is wrong with an answer that should refuse in a form of the interface; null when nothing is. */
export function refusalFault({ status, text }: RawAnswer): string | null {
  if (status < 400 || status > 499) return `status ${status}: ${text.slice(0, 300)}`;
  if (INSIDE.test(text)) return `tells of the inside: ${text.slice(0, 300)}`;
  const body = parsed(text);
  if (!isObject(body) || !isDetail(body.detail)) return `no detail of the interface: ${text.slice(0, 300)}`;
  return null;
}

function isDetail(detail: unknown): boolean {
  if (typeof detail === 'string') return detail.length > 0;
  if (Array.isArray(detail)) return detail.length > 0 && detail.every(isIssue);
  return isObject(detail) && typeof detail.error === 'string' && typeof detail.message === 'string';
}

function isIssue(issue: unknown): boolean {
  if (!isObject(issue) || !Array.isArray(issue.loc)) return false;
  return typeof issue.type === 'string' && typeof issue.msg === 'string' && 'input' in issue;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
