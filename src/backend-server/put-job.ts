import { randomUUID } from 'node:crypto';
import { UUID_PATTERN } from '../common/uuid';

const FORM = new RegExp(`^put-([1-9]\\d{0,2})-${UUID_PATTERN}$`);

/** The id of a put for clients that ask how far it is. It is done when it is answered, so nothing is kept of it. */
export function putJobId(total: number): string {
  return `put-${total}-${randomUUID()}`;
}

/** The documents of a put; null when the id is none of a put. */
export function putJobTotal(jobId: string): number | null {
  const total = FORM.exec(jobId)?.[1];
  return total === undefined ? null : Number(total);
}
