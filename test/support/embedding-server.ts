import { Refusal, requireKey } from './chat-question';
import { FakeServer, json, type FakeAnswer, type FakeRequest } from './fake-server';
import { hashedEmbedding } from './hashed-embedding';

interface Question {
  texts: string[];
  model: string;
  base64: boolean;
}

/** A local server that speaks the wire format of OpenAI's `/v1/embeddings`, with hashed words for a model. */
export class EmbeddingServer {
  readonly http = new FakeServer((request) => this.answer(request));
  /** The answered texts of a model, in order, with repetitions. */
  readonly textsByModel = new Map<string, string[]>();
  /** In characters; a request with a longer text is refused with 400. */
  maxTextLength = Number.POSITIVE_INFINITY;
  /** Requests with a text that this holds for are answered with 503. */
  isBusyWith: (text: string, model: string) => boolean = () => false;

  /** Requests must carry the key, unless there is none. */
  constructor(private readonly apiKey?: string) {}

  /** The address up to and with `/v1`. */
  get url(): string {
    return `${this.http.url}/v1`;
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private answer(request: FakeRequest): FakeAnswer {
    try {
      requireKey(request, '/v1/embeddings', this.apiKey);
      const { texts, model, base64 } = readQuestion(request.body.toString());
      if (texts.some((text) => this.isBusyWith(text, model))) throw new Refusal(503, 'Busy');
      const long = texts.find((text) => text.length > this.maxTextLength);
      if (long !== undefined) throw new Refusal(400, `The input is too long: ${long.slice(0, 50)}`);
      const known = this.textsByModel.get(model) ?? [];
      known.push(...texts);
      this.textsByModel.set(model, known);
      const data = texts.map((text, index) => {
        const vector = hashedEmbedding(text, model);
        const embedding = base64 ? Buffer.from(vector.buffer).toString('base64') : [...vector];
        return { object: 'embedding', index, embedding };
      });
      const tokens = texts.join(' ').split(/\s+/).length;
      return json({ object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } });
    } catch (error) {
      return Refusal.of(error).answer;
    }
  }
}

export async function startEmbeddingServer(apiKey?: string): Promise<EmbeddingServer> {
  const server = new EmbeddingServer(apiKey);
  await server.http.start();
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
