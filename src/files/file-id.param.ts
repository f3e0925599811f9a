import { DomainError } from '../common/domain-error';
import { uuidParam } from '../common/uuid-param';

const MAX_SHOWN_ID = 100;

export const FileId = uuidParam('file_id', 'Id of the file', fileNotFound);

/** The id may be any text that a client put into the path, so the message repeats only its beginning. */
export function fileNotFound(id: string): DomainError {
  return new DomainError('file_not_found', `File '${id.slice(0, MAX_SHOWN_ID).toWellFormed()}' not found`);
}
