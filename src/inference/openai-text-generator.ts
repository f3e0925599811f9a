import { approximateTokens } from '../common/approximate-tokens';
import { Deadline } from '../common/deadline';
import { propertyOf } from '../common/objects';
import { modelRoom, type ModelRoom } from './model-room';
import { ModelSlots } from './model-slots';
import { OpenAiChat, type ChatSchema, type OpenAiChatOptions } from './openai-chat';
import { chatFailure } from './openai-client';
import {
  AnswerCut,
  ModelUnavailable,
  PromptTooLong,
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
  /** Tokens of prompt and answer together that the model reads; absent or null: not known. */
  contextTokens?: number | null;
}

/** A call in progress: it holds a slot, and its time runs. */
interface Call {
  deadline: Deadline;
  end: () => void;
}

interface ChatPiece {
  text: string;
  /** Why the answer ends here: `stop`, or `length` at the limit of tokens; null before the end. */
  reason: string | null;
}

/** The reasons of an answer that is not whole. */
const CUT: ReadonlySet<string | null> = new Set(['length', 'max_tokens']);

export class OpenAiTextGenerator extends TextGenerator {
  readonly model: string;
  private readonly room: ModelRoom;
  private readonly chat: OpenAiChat;
  private readonly slots: ModelSlots;

  constructor(private readonly options: OpenAiTextGeneratorOptions) {
    super();
    this.model = options.model;
    this.room = modelRoom(options);
    this.chat = new OpenAiChat({ ...options, maxTokens: this.room.output });
    this.slots = new ModelSlots(options.concurrency);
  }

  override get promptTokens(): number | null {
    return this.room.prompt;
  }

  async generate(request: GenerationRequest): Promise<Generation> {
    return { text: await this.write(request, null), model: this.modelOf(request) };
  }

  async generateJson(request: StructuredRequest): Promise<StructuredGeneration> {
    const text = await this.write(request, { name: request.schemaName, schema: request.schema });
    return { value: readTolerantJson(text), model: this.modelOf(request) };
  }

  async *stream(request: GenerationRequest): AsyncIterable<string> {
    this.checkLength(request, null);
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
    this.checkLength(request, schema);
    const call = await this.begin(request.signal);
    try {
      const { text, reason } = answerIn(await this.chat.whole(this.chatOf(request, schema), call.deadline));
      const answer = withoutThinking(text ?? '').trim();
      if (CUT.has(reason)) throw new AnswerCut(answer);
      return answer === '' ? noText() : answer;
    } catch (error) {
      throw call.deadline.signal.aborted ? timedOut() : chatFailure(error);
    } finally {
      call.end();
    }
  }

  /** Refuses prompts that are too long, because some servers would cut them silently. */
  private checkLength({ system, prompt }: GenerationRequest, schema: ChatSchema | null): void {
    if (this.promptTokens === null) return;
    const parts = [system, prompt, ...(schema === null ? [] : [JSON.stringify(schema.schema)])];
    const tokens = parts.reduce((sum, part) => sum + approximateTokens(part), 0);
    if (tokens > this.promptTokens) throw new PromptTooLong();
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
  let end: string | null = null;
  let isBlank = true;
  for await (const chunk of chunks) {
    const piece = pieceOf(chunk);
    end ??= piece.reason;
    const text = filter.push(piece.text);
    isBlank &&= text.trim() === '';
    if (text !== '') yield text;
  }
  const rest = filter.end();
  if (rest !== '') yield rest;
  if (end === null) throw new ModelUnavailable("The answer of the model's server broke off");
  if (CUT.has(end)) throw new AnswerCut('');
  if (isBlank && rest.trim() === '') noText();
}

/** The text of an answer of `/v1/chat/completions`, which is not trusted, and why it ended; null without them. */
function answerIn(answer: unknown): { text: string | null; reason: string | null } {
  const choice = firstChoice(answer);
  const content = textOf(propertyOf(propertyOf(choice, 'message'), 'content'));
  return { text: content, reason: textOf(propertyOf(choice, 'finish_reason')) };
}

/** A chunk of a streamed answer, which is not trusted. */
function pieceOf(chunk: unknown): ChatPiece {
  const choice = firstChoice(chunk);
  const content = textOf(propertyOf(propertyOf(choice, 'delta'), 'content'));
  return { text: content ?? '', reason: textOf(propertyOf(choice, 'finish_reason')) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
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
