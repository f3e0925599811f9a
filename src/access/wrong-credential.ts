import { DomainError } from '../common/domain-error';

/**
 * The failure of a credential that may be a guess: neither this service nor the issuer gave it, as far as the service can
 * tell. Expired and replaced credentials are no guesses.
 */
export class WrongCredential extends DomainError {}
