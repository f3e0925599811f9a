const OPEN = '<think>';
const CLOSE = '</think>';

type State = 'start' | 'thinking' | 'answer';

/** Removes the `<think>` block that some models write before their answer, also from streamed pieces. */
export class ThinkingFilter {
  private state: State = 'start';
  private held = '';

  /** The next part of the answer. */
  push(piece: string): string {
    this.held += piece;
    if (this.state === 'start') this.state = this.begin();
    if (this.state === 'thinking') this.state = this.think();
    return this.state === 'answer' ? this.take() : '';
  }

  /** The rest of the answer, after the last piece. */
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
      // More white space may follow before the answer.
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

/** An answer without its `<think>` block. */
export function withoutThinking(text: string): string {
  const filter = new ThinkingFilter();
  return filter.push(text) + filter.end();
}
