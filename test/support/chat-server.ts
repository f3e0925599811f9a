import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { text as textOf } from 'node:stream/consumers';
import { readQuestion, Refusal, type ChatQuestion } from './chat-question';
import { close, listen, sendJson, urlOf } from './local-server';

export type { ChatQuestion } from './chat-question';

export interface ChatServerOptions {
  /** 0, the default, lets the system choose. */
  port?: number;
  /** Requests must carry it where it is set. */
  apiKey?: string;
}

/** What happens to a request instead of the right answer. */
export type ChatFault =
  /** An error in OpenAI's shape; `retryAfter` is the header, in seconds or as a date. */
  | { kind: 'status'; status: number; retryAfter?: string }
  /** The connection is closed without an answer. */
  | { kind: 'cut' }
  /** The head and half the answer, and then the connection is closed. */
  | { kind: 'half' }
  /** No answer until the client or the server closes. */
  | { kind: 'hang' }
  /** The head and half the answer, and no more until the client or the server closes. */
  | { kind: 'stall' }
  /** The first so many characters of the answer, which ends for its length. */
  | { kind: 'length'; characters: number }
  /** No text. */
  | { kind: 'empty' }
  /** A stream that ends, in good order, after half the answer. */
  | { kind: 'unfinished' }
  /** Anything. */
  | { kind: 'body'; body: string; contentType: string };

/** What the model says to a question: a text, or anything else to be said as JSON. */
export type Script = (question: ChatQuestion) => unknown;

const YES: Script = () => 'Yes.';
const FORMATS: readonly string[] = ['text', 'json_object', 'json_schema'];

/**
 * A local server that speaks the wire format of OpenAI's `/v1/chat/completions`, streamed or whole. What the model
 * says is the test's to tell.
 */
export class ChatServer {
  /** Requests to `/v1/chat/completions`, failed ones too. */
  requests = 0;
  /** Requests answered to the end, as they should be. */
  answered = 0;
  /** Requests whose client closed the connection before the end of the answer. */
  abandoned = 0;
  /** Requests now without the end of an answer, and the most there ever were at a time. */
  open = 0;
  mostOpen = 0;
  /** Every request that could be read, in order, failed ones too. */
  readonly questions: ChatQuestion[] = [];
  /** What the model says; `Yes.` unless set. */
  script: Script = YES;
  /** Response formats taken; others are refused with 400. */
  formats: readonly string[] = FORMATS;
  /** Parameters refused with 400, such as `max_tokens`. */
  refused: readonly string[] = [];
  /** Every request that no other fault concerns meets this one; null heals. */
  outage: ChatFault | null = null;
  /** Before each answer, and between the pieces of a streamed one. */
  delayMs = 0;
  pieceDelayMs = 0;
  private readonly faults: ChatFault[] = [];
  /** Answers that this server broke off. */
  private readonly dropped = new WeakSet<ServerResponse>();
  private readonly server = createServer((request, response) => void this.handle(request, response));

  constructor(private readonly options: ChatServerOptions) {}

  /** The address up to and with `/v1`. */
  get url(): string {
    return `${urlOf(this.server)}/v1`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The last question asked. Throws where there was none. */
  get lastQuestion(): ChatQuestion {
    const question = this.questions.at(-1);
    if (!question) throw new Error('Nothing was asked');
    return question;
  }

  /** The next requests meet this fault; faults of several calls queue. */
  failNext(count: number, fault: ChatFault): void {
    for (let i = 0; i < count; i++) this.faults.push(fault);
  }

  /** Forgets what was asked and how to answer, for the next test. */
  reset(): void {
    this.requests = this.answered = this.abandoned = 0;
    this.mostOpen = this.open;
    this.questions.length = this.faults.length = 0;
    this.script = YES;
    this.formats = FORMATS;
    this.refused = [];
    this.outage = null;
    this.delayMs = this.pieceDelayMs = 0;
  }

  start(): Promise<void> {
    return listen(this.server, this.options.port);
  }

  close(): Promise<void> {
    return close(this.server);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.watch(response);
    try {
      const question = await this.read(request);
      const fault = this.faults.shift() ?? this.outage;
      if (this.delayMs > 0) await delay(this.delayMs);
      if (fault) await this.fail(response, question, fault);
      else await this.answer(response, question, await this.textFor(question), 'stop');
    } catch (error) {
      const { status, body } = error instanceof Refusal ? error : new Refusal(500, (error as Error).message);
      sendJson(response, status, body);
    }
  }

  private watch(response: ServerResponse): void {
    this.open++;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    response.once('close', () => {
      this.open--;
      if (!response.writableFinished && !this.dropped.has(response)) this.abandoned++;
    });
  }

  private drop(response: ServerResponse): void {
    this.dropped.add(response);
    response.destroy();
  }

  private async read(request: IncomingMessage): Promise<ChatQuestion> {
    const body = await textOf(request);
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      throw new Refusal(404, 'Unknown URL');
    }
    this.requests++;
    const { apiKey } = this.options;
    if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) {
      throw new Refusal(401, `Incorrect API key provided: ${request.headers.authorization ?? ''}`);
    }
    const question = readQuestion(body, this.refused, this.formats);
    this.questions.push(question);
    return question;
  }

  private async textFor(question: ChatQuestion): Promise<string> {
    const said = await this.script(question);
    return typeof said === 'string' ? said : JSON.stringify(said);
  }

  private async answer(
    response: ServerResponse,
    question: ChatQuestion,
    text: string,
    reason: 'stop' | 'length',
  ): Promise<void> {
    if (!question.stream) {
      sendJson(response, 200, completion(question, text, reason));
    } else {
      await this.sendPieces(response, question, text);
      sendEvent(response, chunk(question, {}, reason));
      response.end('data: [DONE]\n\n');
    }
    this.answered++;
  }

  /** Words, each with the space before it. */
  private async sendPieces(response: ServerResponse, question: ChatQuestion, text: string): Promise<void> {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    sendEvent(response, chunk(question, { role: 'assistant', content: '' }, null));
    for (const content of text.match(/\s*\S+|\s+$/g) ?? []) {
      if (response.closed) return;
      if (this.pieceDelayMs > 0) await delay(this.pieceDelayMs);
      sendEvent(response, chunk(question, { content }, null));
    }
  }

  private async fail(response: ServerResponse, question: ChatQuestion, fault: ChatFault): Promise<void> {
    switch (fault.kind) {
      case 'status':
        if (fault.retryAfter !== undefined) response.setHeader('Retry-After', fault.retryAfter);
        return sendJson(response, fault.status, new Refusal(fault.status, 'As the test asked').body);
      case 'cut':
        return this.drop(response);
      case 'half':
        return this.begin(response, question, () => this.drop(response));
      case 'stall':
        return this.begin(response, question, () => undefined);
      case 'hang':
        return;
      case 'length': {
        const text = (await this.textFor(question)).slice(0, fault.characters);
        return this.answer(response, question, text, 'length');
      }
      case 'empty':
        return this.answer(response, question, '', 'stop');
      case 'unfinished':
        return this.begin(response, question, () => response.end());
      case 'body':
        response.writeHead(200, { 'Content-Type': fault.contentType });
        return void response.end(fault.body);
      default:
        return fault satisfies never;
    }
  }

  private async begin(response: ServerResponse, question: ChatQuestion, then: () => void): Promise<void> {
    const text = await this.textFor(question);
    const half = text.slice(0, Math.ceil(text.length / 2));
    if (question.stream) {
      await this.sendPieces(response, question, half);
      response.write(': so far\n\n', then);
    } else {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write(JSON.stringify(completion(question, half, 'stop')).slice(0, -10), then);
    }
  }
}

export async function startChatServer(options: ChatServerOptions = {}): Promise<ChatServer> {
  const server = new ChatServer(options);
  await server.start();
  return server;
}

function completion({ model, prompt }: ChatQuestion, text: string, reason: string): unknown {
  const tokens = { prompt_tokens: prompt.length >> 2, completion_tokens: text.length >> 2 };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, refusal: null },
        logprobs: null,
        finish_reason: reason,
      },
    ],
    usage: { ...tokens, total_tokens: tokens.prompt_tokens + tokens.completion_tokens },
  };
}

function chunk({ model }: ChatQuestion, delta: object, reason: string | null): unknown {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  };
}

function sendEvent(response: ServerResponse, data: unknown): void {
  response.write(`data: ${JSON.stringify(data)}\n\n`);
}
