import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Env } from '../config/env';
import { hasLoopbackRights } from './loopback';
import { credentialMatches, presentedCredentials } from './management-credential';

/** Who may manage agents: a holder of the management credential, or a genuine loopback client. */
@Injectable()
export class ManagementAccess {
  /** Never what the service generated for itself: that key is not known to anybody. */
  private readonly credential: string | null;

  constructor(private readonly env: Env) {
    this.credential = env.BACKEND_MODE === 'cloud' ? env.BACKEND_API_KEY : env.SERVICE_SECRET_KEY;
  }

  allows(request: IncomingMessage): boolean {
    const presented = presentedCredentials(request.headers);
    if (presented.some((value) => credentialMatches(value, this.credential))) return true;
    return hasLoopbackRights(this.env, request);
  }
}
