import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Env } from '../config/env';
import { hasLoopbackRights } from './loopback';
import { credentialMatches, managementCredential, presentedCredentials } from './credentials';

/** Who may manage agents: a holder of the management credential, or a genuine loopback client. */
@Injectable()
export class ManagementAccess {
  private readonly credential: string | null;

  constructor(private readonly env: Env) {
    this.credential = managementCredential(env);
  }

  allows(request: IncomingMessage): boolean {
    if (presentedCredentials(request.headers).some((value) => this.isCredential(value))) return true;
    return this.isLocal(request);
  }

  isCredential(presented: string): boolean {
    return credentialMatches(presented, this.credential);
  }

  isLocal(request: IncomingMessage): boolean {
    return hasLoopbackRights(this.env, request);
  }
}
