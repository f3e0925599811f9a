import { DomainError } from '../common/domain-error';
import { uuidParam } from '../common/uuid-param';

const MAX_SHOWN_ID = 100;

export const SweepId = uuidParam('sweep_id', 'Id of the sweep', sweepNotFound);

/** The id may be any text that a client put into the path, so the message repeats only its beginning. */
export function sweepNotFound(id: string): DomainError {
  return new DomainError('sweep_not_found', `Sweep '${id.slice(0, MAX_SHOWN_ID).toWellFormed()}' not found`);
}
