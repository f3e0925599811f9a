import { Injectable } from '@nestjs/common';
import { Env } from '../config/env';
import { tokenizerOf } from '../retrieval/tokens';
import type { TermsOf } from './selector';

/** Cuts texts into the words that recall compares, in the language of the settings. */
@Injectable()
export class SelectorTerms {
  readonly of: TermsOf;

  constructor(env: Env) {
    const tokenizer = tokenizerOf(env.RECALL_LANGUAGE);
    this.of = (text) => [...new Set(tokenizer.tokenize(text).terms)];
  }
}
