import { setTimeout as delay } from 'node:timers/promises';
import { readQuestion, Refusal, requireKey, type ChatQuestion } from './chat-question';
import { FakeServer, json, type FakeAnswer, type FakeRequest } from './fake-server';
import type { Fault } from './server-fault';

export type { ChatQuestion } from './chat-question';

/** What the model says to a question: a text, or anything else to be said as JSON. */
export type Script = (question: ChatQuestion) => unknown;

/** The model says nothing. */
export const NO_TEXT: Fault = {
  kind: 'rewrite',
  body: (body) => body.replaceAll(/"content":"(?:[^"\\]|\\.)*"/g, '"content":""'),
};

const YES: Script = () => 'Yes.';
const FORMATS: readonly string[] = ['text', 'json_object', 'json_schema'];

/** A local server that speaks the wire format of OpenAI's `/v1/chat/completions`, streamed or whole. */
export class ChatServer {
  readonly http = new FakeServer((request) => this.answer(request));
  /** Every question that reached the model, in order. */
  readonly questions: ChatQuestion[] = [];
  /** What the model says; `Yes.` unless set. */
  script: Script = YES;
  /** Response formats taken; others are refused with 400. */
  formats: readonly string[] = FORMATS;
  /** Parameters refused with 400, such as `max_tokens`. */
  refused: readonly string[] = [];
  /** Before each piece of a streamed answer. */
  pieceDelayMs = 0;
  /** A longer text is cut off, and the answer says so. */
  mostCharacters = Number.POSITIVE_INFINITY;

  /** Requests must carry the key, unless there is none. */
  constructor(private readonly apiKey?: string) {}

  /** The address up to and with `/v1`. */
  get url(): string {
    return `${this.http.url}/v1`;
  }

  /** The last question asked. Throws where there was none. */
  get lastQuestion(): ChatQuestion {
    const question = this.questions.at(-1);
    if (!question) throw new Error('Nothing was asked');
    return question;
  }

  /** Forgets what was asked and how to answer, for the next test. */
  reset(): void {
    this.http.reset();
    this.questions.length = this.pieceDelayMs = 0;
    this.script = YES;
    this.formats = FORMATS;
    this.refused = [];
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async answer(request: FakeRequest): Promise<FakeAnswer> {
    try {
      requireKey(request, '/v1/chat/completions', this.apiKey);
      const question = readQuestion(request.body.toString(), this.refused, this.formats);
      this.questions.push(question);
      const said = await this.script(question);
      const text = (typeof said === 'string' ? said : JSON.stringify(said)).slice(0, this.mostCharacters);
      const reason = text.length === this.mostCharacters ? 'length' : 'stop';
      if (!question.stream) return json(completion(question, text, reason));
      const headers = { 'Content-Type': 'text/event-stream' };
      return { headers, body: this.pieces(question, text, reason) };
    } catch (error) {
      return Refusal.of(error).answer;
    }
  }

  /** Events with the words of the text, each with the space before it. */
  private async *pieces(question: ChatQuestion, text: string, reason: string): AsyncGenerator<string> {
    yield chunk(question, { role: 'assistant', content: '' }, null);
    for (const content of text.match(/\s*\S+|\s+$/g) ?? []) {
      if (this.pieceDelayMs > 0) await delay(this.pieceDelayMs);
      yield chunk(question, { content }, null);
    }
    yield chunk(question, {}, reason);
    yield 'data: [DONE]\n\n';
  }
}

export async function startChatServer(apiKey?: string): Promise<ChatServer> {
  const server = new ChatServer(apiKey);
  await server.http.start();
  return server;
}

const COMMON = { id: 'chatcmpl-1', created: 1_700_000_000 };

function completion({ model, prompt }: ChatQuestion, text: string, reason: string): unknown {
  const tokens = { prompt_tokens: prompt.length >> 2, completion_tokens: text.length >> 2 };
  const message = { role: 'assistant', content: text, refusal: null };
  return {
    ...COMMON,
    object: 'chat.completion',
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage: { ...tokens, total_tokens: tokens.prompt_tokens + tokens.completion_tokens },
  };
}

function chunk({ model }: ChatQuestion, delta: object, reason: string | null): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: reason }];
  return `data: ${JSON.stringify({ ...COMMON, object: 'chat.completion.chunk', model, choices })}\n\n`;
}
