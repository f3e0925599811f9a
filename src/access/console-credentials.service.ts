import { Injectable } from '@nestjs/common';
import { noteActor } from '../audit/audit-operation';
import { DomainError } from '../common/domain-error';
import type { ConsoleIdentity } from './console-session';
import type { Grant } from './grant';
import { KeyCheck } from './key-check.service';
import { presentedKey } from './key';
import { KeysRepository } from './keys.repository';
import { ManagementAccess } from './management-access.service';
import { OidcTokens } from './oidc-tokens.service';

/** Of a wrong key or token. */
const WRONG = ['InvalidApiKey', 'InvalidBearerToken'];

/** Recognises the credentials of console logins: the management credential, a key or an OpenID Connect token. */
@Injectable()
export class ConsoleCredentials {
  constructor(
    private readonly management: ManagementAccess,
    private readonly keys: KeysRepository,
    private readonly keyCheck: KeyCheck,
    private readonly tokens: OidcTokens,
  ) {}

  /** Null for a wrong credential. Throws what `KeyCheck` and `OidcTokens` throw for a right one. `bytes`: it as Latin-1. */
  async identify(credential: string, bytes: string): Promise<ConsoleIdentity | null> {
    if (this.management.isCredential(bytes)) {
      noteActor('management');
      return { kind: 'management' };
    }
    const key = presentedKey(credential);
    if (key !== null) {
      const grant = await known(async () => this.keyCheck.check(key, await this.keys.find(key.keyId)));
      return grant && { kind: 'key', key };
    }
    if (!this.tokens.isConfigured) return null;
    const grant = await known(() => this.tokens.verify(credential));
    return grant && { kind: 'token', by: grant.by, token: credential };
  }
}

async function known(verify: () => Promise<Grant>): Promise<Grant | null> {
  try {
    const grant = await verify();
    noteActor(grant.by);
    return grant;
  } catch (error) {
    if (error instanceof DomainError && WRONG.includes(error.code)) return null;
    throw error;
  }
}
