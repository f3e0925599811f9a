/** Sentences after which a mention is too far away. */
const REACH = 3;

/** The names in the last sentences of a message, nearest first, by which a pronoun in the next one is understood. */
export class RecentMentions<Mention extends { phrase: string }> {
  readonly sentences: Mention[][] = [];

  /** Before the first statement of each sentence. */
  nextSentence(): void {
    this.sentences.unshift([]);
    this.sentences.length = Math.min(this.sentences.length, REACH);
  }

  /** Each phrase counts once in a sentence. */
  note(mentions: Iterable<Mention>): void {
    const current = this.sentences[0];
    if (current === undefined) return;
    for (const mention of mentions) {
      if (!current.some(({ phrase }) => phrase.toLowerCase() === mention.phrase.toLowerCase()))
        current.push(mention);
    }
  }
}
