import { ModelUnavailable } from './text-generator';

/** A piece of a streamed answer. */
export interface ChatPiece {
  text: string;
  /** The answer ends here, in good order. */
  isLast: boolean;
}

/** The text of an answer of `/v1/chat/completions`, which is not trusted. Throws `ModelUnavailable` where it has none. */
export function textOf(answer: unknown): string {
  const content = field(field(firstChoice(answer), 'message'), 'content');
  return typeof content === 'string' ? content : noText();
}

/** A chunk of a streamed answer, which is not trusted. */
export function pieceOf(chunk: unknown): ChatPiece {
  const choice = firstChoice(chunk);
  const content = field(field(choice, 'delta'), 'content');
  return {
    text: typeof content === 'string' ? content : '',
    isLast: typeof field(choice, 'finish_reason') === 'string',
  };
}

export function noText(): never {
  throw new ModelUnavailable('The model answered without a text');
}

function firstChoice(answer: unknown): unknown {
  const choices = field(answer, 'choices');
  return Array.isArray(choices) ? (choices as unknown[])[0] : null;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : null;
}
