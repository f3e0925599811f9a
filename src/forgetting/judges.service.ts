import { Injectable } from '@nestjs/common';
import { contentKey, Fingerprints } from '../backend/fingerprints';
import { Env } from '../config/env';
import { tokenizerOf } from '../retrieval/tokens';
import { Judge, type Selector, type TermsOf } from './selector';

/** Makes judges, which compare words in the language of the settings and hashes by the secret of the service. */
@Injectable()
export class Judges {
  readonly termsOf: TermsOf;

  constructor(
    env: Env,
    private readonly fingerprints: Fingerprints,
  ) {
    const tokenizer = tokenizerOf(env.RECALL_LANGUAGE);
    this.termsOf = (text) => [...new Set(tokenizer.tokenize(text).terms)];
  }

  async of(selector: Selector): Promise<Judge> {
    const hash = await this.fingerprints.hasher();
    return new Judge(selector, { termsOf: this.termsOf, digestOf: (text) => hash(contentKey(text)) });
  }
}
