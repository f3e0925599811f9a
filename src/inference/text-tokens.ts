/** The used part of `@huggingface/tokenizers`; its own types come with the optional library. */
export interface Tokenizer {
  /** With the special tokens of the model. */
  encode(text: string): { ids: number[] };
}

/** Turns texts into the token ids that a model reads. */
export class TextTokens {
  /** The ids of an empty text: special tokens alone, such as [CLS] and [SEP]. */
  private readonly frame: readonly number[];

  constructor(
    private readonly tokenizer: Tokenizer,
    private readonly maxTokens: number,
  ) {
    this.frame = tokenizer.encode('').ids;
  }

  /** Truncates a longer text; the special tokens at its end stay, because models are trained with them. */
  idsOf(text: string): number[] {
    const { ids } = this.tokenizer.encode(text);
    if (ids.length <= this.maxTokens) return ids;
    const closing = this.closingTokens(ids);
    return [...ids.slice(0, this.maxTokens - closing.length), ...closing];
  }

  private closingTokens(ids: readonly number[]): number[] {
    let count = 0;
    while (count < this.frame.length && this.frame.at(-1 - count) === ids.at(-1 - count)) count++;
    return ids.slice(ids.length - count);
  }
}
