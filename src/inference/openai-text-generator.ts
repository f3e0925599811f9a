import { Deadline } from '../common/deadline';
import { propertyOf } from '../common/objects';
import { ModelSlots } from './model-slots';
import { OpenAiChat, type ChatSchema, type OpenAiChatOptions } from './openai-chat';
import { chatFailure } from './openai-client';
import {
  ModelUnavailable,
  TextGenerator,
  type Generation,
  type GenerationRequest,
  type StructuredGeneration,
  type StructuredRequest,
} from './text-generator';
import { readTolerantJson, ThinkingFilter, withoutThinking } from './model-text';

export interface OpenAiTextGeneratorOptions extends OpenAiChatOptions {
  /** Calls at a time; a few more wait for their turn. */
  concurrency: number;
}

/** A call in progress: it holds a slot, and its time runs. */
interface Call {
  deadline: Deadline;
  end: () => void;
}

interface ChatPiece {
  text: string;
  /** The server marks the end of a complete answer. */
  isLast: boolean;
}

export class OpenAiTextGenerator extends TextGenerator {
  readonly model: string;
  private readonly chat: OpenAiChat;
  private readonly slots: ModelSlots;

  constructor(private readonly options: OpenAiTextGeneratorOptions) {
    super();
    this.model = options.model;
    this.chat = new OpenAiChat(options);
    this.slots = new ModelSlots(options.concurrency);
  }

  async generate(request: GenerationRequest): Promise<Generation> {
    return { text: await this.write(request, null), model: this.modelOf(request) };
  }

  async generateJson(request: StructuredRequest): Promise<StructuredGeneration> {
    const text = await this.write(request, { name: request.schemaName, schema: request.schema });
    return { value: readTolerantJson(text), model: this.modelOf(request) };
  }

  async *stream(request: GenerationRequest): AsyncIterable<string> {
    const call = await this.begin(request.signal);
    try {
      yield* answerOf(await this.chat.streamed(this.chatOf(request, null), call.deadline));
    } catch (error) {
      throw call.deadline.signal.aborted ? timedOut() : chatFailure(error);
    } finally {
      call.end();
    }
  }

  private async write(request: GenerationRequest, schema: ChatSchema | null): Promise<string> {
    const call = await this.begin(request.signal);
    try {
      const text = textOf(await this.chat.whole(this.chatOf(request, schema), call.deadline));
      const answer = withoutThinking(text).trim();
      return answer === '' ? noText() : answer;
    } catch (error) {
      throw call.deadline.signal.aborted ? timedOut() : chatFailure(error);
    } finally {
      call.end();
    }
  }

  private async begin(signal: AbortSignal | undefined): Promise<Call> {
    const deadline = new Deadline(this.options.timeoutMs, signal);
    try {
      const release = await this.slots.take(deadline.signal);
      // A reader may abandon a stream before its end.
      deadline.signal.addEventListener('abort', release, { once: true });
      const end = () => {
        deadline.end();
        release();
      };
      return { deadline, end };
    } catch (error) {
      deadline.end();
      throw error;
    }
  }

  private chatOf({ system, prompt, model, temperature }: GenerationRequest, schema: ChatSchema | null) {
    return { system, prompt, model: model ?? this.model, temperature, schema };
  }

  private modelOf({ model }: GenerationRequest): string {
    return model ?? this.model;
  }
}

/** The text in a stream of chunks. Throws `ModelUnavailable` if it is blank or incomplete. */
async function* answerOf(chunks: AsyncIterable<unknown>): AsyncIterable<string> {
  const filter = new ThinkingFilter();
  let isWhole = false;
  let isBlank = true;
  for await (const chunk of chunks) {
    const piece = pieceOf(chunk);
    isWhole ||= piece.isLast;
    const text = filter.push(piece.text);
    isBlank &&= text.trim() === '';
    if (text !== '') yield text;
  }
  const rest = filter.end();
  if (rest !== '') yield rest;
  if (!isWhole) throw new ModelUnavailable("The answer of the model's server broke off");
  if (isBlank && rest.trim() === '') noText();
}

/** The text of an answer of `/v1/chat/completions`, which is not trusted. Throws `ModelUnavailable` if it has none. */
function textOf(answer: unknown): string {
  const content = propertyOf(propertyOf(firstChoice(answer), 'message'), 'content');
  return typeof content === 'string' ? content : noText();
}

/** A chunk of a streamed answer, which is not trusted. */
function pieceOf(chunk: unknown): ChatPiece {
  const choice = firstChoice(chunk);
  const content = propertyOf(propertyOf(choice, 'delta'), 'content');
  return {
    text: typeof content === 'string' ? content : '',
    isLast: typeof propertyOf(choice, 'finish_reason') === 'string',
  };
}

function timedOut(): ModelUnavailable {
  return new ModelUnavailable("The model's server did not answer in time");
}

function noText(): never {
  throw new ModelUnavailable('The model answered without a text');
}

function firstChoice(answer: unknown): unknown {
  const choices = propertyOf(answer, 'choices');
  return Array.isArray(choices) ? (choices as unknown[])[0] : null;
}
