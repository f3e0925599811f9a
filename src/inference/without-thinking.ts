const OPEN = '<think>';
const CLOSE = '</think>';

type State = 'start' | 'thinking' | 'answer';

/**
 * Takes away what some models write before their answer, between `<think>` tags at the very start, as it comes
 * in pieces.
 */
export class ThinkingFilter {
  private state: State = 'start';
  private held = '';

  /** What of the text so far is known to be of the answer, and was not given before. */
  push(piece: string): string {
    this.held += piece;
    if (this.state === 'start') this.state = this.begin();
    if (this.state === 'thinking') this.state = this.think();
    return this.state === 'answer' ? this.take() : '';
  }

  /** What was held back and turns out to be of the answer, since nothing more comes. */
  end(): string {
    return this.state === 'start' ? this.take() : '';
  }

  private begin(): State {
    const text = this.held.trimStart();
    if (text.startsWith(OPEN)) return 'thinking';
    return OPEN.startsWith(text) ? 'start' : 'answer';
  }

  private think(): State {
    const end = this.held.indexOf(CLOSE);
    const answer = end < 0 ? '' : this.held.slice(end + CLOSE.length).trimStart();
    if (answer === '') {
      // More space may come between the end of the thinking and the answer.
      this.held = end < 0 ? this.held.slice(-CLOSE.length) : CLOSE;
      return 'thinking';
    }
    this.held = answer;
    return 'answer';
  }

  private take(): string {
    const text = this.held;
    this.held = '';
    return text;
  }
}

/** An answer without what the model thought before it. */
export function withoutThinking(text: string): string {
  const filter = new ThinkingFilter();
  return filter.push(text) + filter.end();
}
