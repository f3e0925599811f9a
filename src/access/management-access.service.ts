import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Env } from '../config/env';
import { hasLoopbackRights } from './loopback';
import { credentialMatches, managementCredential, presentedCredentials } from './credentials';
import { addressOf, WrongCredentials } from './wrong-credentials.service';

/** Decides who may manage agents: a holder of the management credential, or a genuine loopback client. */
@Injectable()
export class ManagementAccess {
  private readonly credential: string | null;

  constructor(
    private readonly env: Env,
    private readonly wrong: WrongCredentials,
  ) {
    this.credential = managementCredential(env);
  }

  /** Throws RateLimited for a short credential of an address that has sent too many wrong ones. */
  async allows(request: IncomingMessage): Promise<boolean> {
    if (this.isLocal(request)) return true;
    for (const value of presentedCredentials(request.headers)) {
      await this.wrong.demandTry(value, addressOf(request));
      if (this.isCredential(value)) return true;
    }
    return false;
  }

  isCredential(presented: string): boolean {
    return credentialMatches(presented, this.credential);
  }

  isLocal(request: IncomingMessage): boolean {
    return hasLoopbackRights(this.env, request);
  }
}
