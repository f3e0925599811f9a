import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { text as textOf } from 'node:stream/consumers';
import { Refusal } from './chat-question';
import { hashedEmbedding } from './hashed-embedding';
import { close, listen, sendJson, urlOf } from './local-server';

export interface EmbeddingServerOptions {
  /** 0, the default, lets the system choose. */
  port?: number;
  /** Of every model whose name sets none itself, as `hash-128` does; 384 unless set. */
  dimensions?: number;
  /** Requests must carry it where it is set. */
  apiKey?: string;
}

/** What happens to a request instead of the right answer. */
export type Fault =
  /** An error in OpenAI's shape. */
  | { kind: 'status'; status: number }
  /** The connection is closed without an answer. */
  | { kind: 'cut' }
  /** The head and half the body, and then the connection is closed. */
  | { kind: 'half' }
  /** No answer until the server closes. */
  | { kind: 'hang' }
  /** The head and half the body, and no more until the server closes. */
  | { kind: 'stall' }
  /** The right answer but for its entries. */
  | { kind: 'data'; change: (data: Entry[]) => unknown }
  /** Anything. */
  | { kind: 'body'; body: string; contentType: string };

export interface Entry {
  object: 'embedding';
  index: number;
  embedding: number[] | string;
}

interface Question {
  texts: string[];
  model: string;
  base64: boolean;
}

/** A local server that speaks the wire format of OpenAI's `/v1/embeddings`, with hashed words for a model. */
export class EmbeddingServer {
  /** Requests to `/v1/embeddings`, failed ones too. */
  requests = 0;
  /** Texts that were answered with a vector, with repetitions. */
  texts = 0;
  /** The answered texts of a model, in order, with repetitions. */
  readonly textsByModel = new Map<string, string[]>();
  /** Every request that no other fault concerns meets this one; null heals. */
  outage: Fault | null = null;
  /** Before each answer. */
  delayMs = 0;
  /** In characters; a request with a longer text is refused with 400. */
  maxTextLength = Number.POSITIVE_INFINITY;
  /** Requests with a text that this holds for are answered with 503. */
  isBusyWith: (text: string, model: string) => boolean = () => false;
  private readonly faults: Fault[] = [];
  private readonly server = createServer((request, response) => void this.handle(request, response));

  constructor(private readonly options: EmbeddingServerOptions) {}

  /** The address up to and with `/v1`. */
  get url(): string {
    return `${urlOf(this.server)}/v1`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The next requests meet this fault; faults of several calls queue. */
  failNext(count: number, fault: Fault): void {
    for (let i = 0; i < count; i++) this.faults.push(fault);
  }

  start(): Promise<void> {
    return listen(this.server, this.options.port);
  }

  close(): Promise<void> {
    return close(this.server);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const question = await this.read(request);
      const fault = this.faults.shift() ?? this.outage;
      if (this.delayMs > 0) await delay(this.delayMs);
      if (fault === null) sendJson(response, 200, this.answer(question, this.entries(question)));
      else this.fail(response, question, fault);
    } catch (error) {
      const { status, body } = error instanceof Refusal ? error : new Refusal(500, (error as Error).message);
      sendJson(response, status, body);
    }
  }

  private async read(request: IncomingMessage): Promise<Question> {
    const body = await textOf(request);
    if (request.method !== 'POST' || request.url !== '/v1/embeddings') throw new Refusal(404, 'Unknown URL');
    this.requests++;
    const { apiKey } = this.options;
    if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) {
      throw new Refusal(401, `Incorrect API key provided: ${request.headers.authorization ?? ''}`);
    }
    return readQuestion(body);
  }

  private entries(question: Question): Entry[] {
    const { texts, model } = question;
    if (texts.some((text) => this.isBusyWith(text, model))) throw new Refusal(503, 'Busy');
    const long = texts.find((text) => text.length > this.maxTextLength);
    if (long !== undefined) throw new Refusal(400, `The input is too long: ${long.slice(0, 50)}`);
    this.count(question);
    return texts.map((text, index) => {
      const vector = hashedEmbedding(text, model, this.options.dimensions);
      const embedding = question.base64 ? Buffer.from(vector.buffer).toString('base64') : [...vector];
      return { object: 'embedding', index, embedding };
    });
  }

  private count({ texts, model }: Question): void {
    this.texts += texts.length;
    const known = this.textsByModel.get(model) ?? [];
    for (const text of texts) known.push(text);
    this.textsByModel.set(model, known);
  }

  private answer({ texts, model }: Question, data: unknown): unknown {
    const tokens = texts.join(' ').split(/\s+/).length;
    return { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } };
  }

  private fail(response: ServerResponse, question: Question, fault: Fault): void {
    switch (fault.kind) {
      case 'status':
        return sendJson(response, fault.status, new Refusal(fault.status, 'As the test asked').body);
      case 'cut':
        return void response.destroy();
      case 'half':
        return beginAnswer(response, () => response.destroy());
      case 'stall':
        return beginAnswer(response, () => undefined);
      case 'hang':
        return;
      case 'data':
        return sendJson(response, 200, this.answer(question, fault.change(this.entries(question))));
      case 'body':
        response.writeHead(200, { 'Content-Type': fault.contentType });
        return void response.end(fault.body);
      default:
        return fault satisfies never;
    }
  }
}

export async function startEmbeddingServer(options: EmbeddingServerOptions = {}): Promise<EmbeddingServer> {
  const server = new EmbeddingServer(options);
  await server.start();
  return server;
}

function readQuestion(body: string): Question {
  const { input, model, encoding_format: format } = JSON.parse(body) as Record<string, unknown>;
  const texts: unknown[] = Array.isArray(input) ? input : [input];
  if (typeof model !== 'string') throw new Refusal(400, 'you must provide a model parameter');
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string' && text !== '')) {
    throw new Refusal(400, "'$.input' is invalid");
  }
  return { texts: texts as string[], model, base64: format === 'base64' };
}

function beginAnswer(response: ServerResponse, then: () => void): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1_000 });
  response.write('{"object":"list"', then);
}
