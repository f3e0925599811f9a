import { Injectable } from '@nestjs/common';
import {
  AnswerCut,
  isTooMuch,
  ModelUnavailable,
  PromptTooLong,
  TextGenerator,
} from '../inference/text-generator';
import { readTolerantJson } from '../inference/model-text';
import { TimeSlices } from '../retrieval/time-slices';
import { bestOf, type Candidate, type Findings, titleOf } from './candidate';
import { heard, MAX_CONVERSATION, type Message, newestWithin } from './conversation';
import { candidatesSchema, EXTRACTION_SYSTEM, extractionPrompt, readCandidates } from './model-candidates';
import { holdsPlaceholder, redacted, screenText } from '../screening/screen-text';
import { secretsAnswer, type SecretsAnswer } from '../screening/screening.dto';
import { Screening } from '../screening/screening.service';
import { byKind } from '../screening/secret-counts';
import { Origins, trustOf } from './origin';
import { standsIn } from './stands-in';
import { statementSteps } from './statements';

/** Cards too: the conversation was not written to be kept. */
const SOUGHT = { credentials: true, personal: 'cards' } as const;

/** How long the rules may hold the event loop. */
const SLICE_MS = 5;

export interface Search {
  messages: readonly Message[];
  /** Candidates at most. */
  limit: number;
  /** Whether statements of assistants are wanted. */
  includeAssistant: boolean;
  /** Null: the configured model. */
  model: string | null;
  signal: AbortSignal;
}

export interface Found extends Findings {
  /** `rules`, or the name of the model. */
  generatedBy: string;
  /** What was not read to its end, in words; null where everything was. */
  notice: string | null;
}

/** What a model found in one or several calls. */
interface ModelFindings extends Findings {
  model: string;
  /** Messages that were too much for it. */
  unread: number;
  /** Why; null where it read all. */
  failure: ModelUnavailable | null;
}

/** A conversation is read in 16 parts at most. */
const MOST_HALVINGS = 4;

/** Finds what is worth keeping in a conversation: by the model where one is configured, else by rules. */
@Injectable()
export class CandidateFinder {
  constructor(
    private readonly generator: TextGenerator,
    private readonly screening: Screening,
  ) {}

  /** The messages without what the agent does not want to be stored. Throws SecretRefused. */
  async screened<T extends Message>(
    namespace: string,
    messages: readonly T[],
  ): Promise<{ messages: T[]; secrets: SecretsAnswer }> {
    const pathOf = (at: number) => `messages[${at}].`;
    const screened = await this.screening.screen(namespace, messages, { pathOf });
    const [redacted, warned] = [
      screened.flatMap((each) => each.redacted),
      screened.flatMap((each) => each.warned),
    ];
    return {
      messages: screened.map(({ row }) => row),
      secrets: secretsAnswer({ redacted: byKind(redacted), warned: byKind(warned) }),
    };
  }

  /** Throws `ModelUnavailable`: the rules would silently find less. */
  async find(search: Search): Promise<Found> {
    const slices = new TimeSlices(SLICE_MS, () => performance.now());
    const conversation: Message[] = [];
    // What a model does not see it cannot repeat.
    await slices.forEach(newestWithin(search.messages, MAX_CONVERSATION), ({ role, content }) =>
      conversation.push({ role: withoutSecret(role), content: withoutSecret(content) }),
    );
    const found =
      this.generator.model === null
        ? {
            ...(await byRules(heard(conversation, search.includeAssistant), slices)),
            generatedBy: 'rules',
            notice: null,
          }
        : await this.byModel(conversation, search);
    const clean = await withoutSecrets(found, slices);
    // Rules read only who is heard, and a model reads all.
    const said = found.generatedBy === 'rules' ? heard(conversation, search.includeAssistant) : conversation;
    const known = await withOrigins(clean, said, search.includeAssistant, slices);
    return { ...found, ...known, candidates: bestOf(known.candidates, search.limit) };
  }

  private async byModel(conversation: readonly Message[], search: Search): Promise<Found> {
    const { model, failure, unread, ...findings } = await this.readPart(conversation, search, 0);
    if (failure !== null && unread === conversation.length && findings.candidates.length === 0) throw failure;
    const notice = unread === 0 ? null : noticeOf(unread, conversation.length);
    return { ...findings, generatedBy: model, notice };
  }

  /** Reads messages with one call, or in two halves if they are too much for it. */
  private async readPart(part: readonly Message[], search: Search, halvings: number): Promise<ModelFindings> {
    try {
      return await this.read(part, search);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      if (part.length > 1 && halvings < this.mostHalvings(error)) {
        const middle = Math.ceil(part.length / 2);
        const first = await this.readPart(part.slice(0, middle), search, halvings + 1);
        return joined(first, await this.readPart(part.slice(middle), search, halvings + 1));
      }
      const model = search.model ?? this.generator.model ?? '';
      const findings = supported(beforeCut(error), heard(part, search.includeAssistant));
      return { ...findings, unread: part.length, failure: error, model };
    }
  }

  /** A prompt that is known to be too long costs no call. */
  private mostHalvings(error: AnswerCut | PromptTooLong): number {
    return error instanceof PromptTooLong && this.generator.promptTokens !== null ? MOST_HALVINGS : 1;
  }

  private async read(
    conversation: readonly Message[],
    { limit, model, signal, includeAssistant }: Search,
  ): Promise<ModelFindings> {
    const answer = await this.generator.generateJson({
      system: EXTRACTION_SYSTEM,
      prompt: extractionPrompt(conversation, limit),
      model,
      temperature: 0,
      signal,
      schemaName: 'memories',
      schema: candidatesSchema(limit),
    });
    const findings = readCandidates(answer.value);
    if (findings === null) throw new ModelUnavailable("The model's answer is not a list of memories");
    const kept = supported(findings, heard(conversation, includeAssistant));
    return { ...kept, model: answer.model, unread: 0, failure: null };
  }
}

function withoutSecret(text: string): string {
  return redacted(text, screenText(text, SOUGHT));
}

function holdsSecret(text: string): boolean {
  return holdsPlaceholder(text) || screenText(text, SOUGHT).length > 0;
}

function joined(one: ModelFindings, other: ModelFindings): ModelFindings {
  return {
    candidates: [...one.candidates, ...other.candidates],
    rejected: one.rejected + other.rejected,
    unread: one.unread + other.unread,
    failure: one.failure ?? other.failure,
    model: one.model,
  };
}

/** The findings that the model had written when it was cut. */
function beforeCut(error: AnswerCut | PromptTooLong): Findings {
  const findings = error instanceof AnswerCut ? readCandidates(readTolerantJson(error.text)) : null;
  return findings ?? { candidates: [], rejected: 0 };
}

/** Removes candidates that the messages do not support. */
function supported({ candidates, rejected }: Findings, messages: readonly Message[]): Findings {
  const kept = candidates.filter(({ content }) => standsIn(content, messages));
  return { candidates: kept, rejected: rejected + candidates.length - kept.length };
}

function noticeOf(unread: number, messages: number): string {
  return `${unread} of ${messages} messages were too much for the model, which did not finish with them: send fewer at a time`;
}

async function byRules(conversation: readonly Message[], slices: TimeSlices): Promise<Findings> {
  const findings: Findings = { candidates: [], rejected: 0 };
  await slices.forEach(conversation, function* (message) {
    const { candidates, rejected } = yield* statementSteps(message);
    findings.candidates.push(...candidates);
    findings.rejected += rejected;
  });
  return findings;
}

/** Sets how far each candidate is trusted, and removes what only assistants said unless it is wanted. */
async function withOrigins(
  { candidates, rejected }: Findings,
  messages: readonly Message[],
  includeAssistant: boolean,
  slices: TimeSlices,
): Promise<Findings> {
  const origins = new Origins(messages);
  const kept: Candidate[] = [];
  await slices.forEach(candidates, (candidate) => {
    const origin = origins.of(candidate.content);
    if (origin === 'assistant' && !includeAssistant) return;
    kept.push({ ...candidate, trust: trustOf(origin) });
  });
  return { candidates: kept, rejected: rejected + candidates.length - kept.length };
}

/** Whatever found them. */
async function withoutSecrets({ candidates, rejected }: Findings, slices: TimeSlices): Promise<Findings> {
  const kept: Candidate[] = [];
  await slices.forEach(candidates, (candidate) => {
    if (!holdsSecret(`${titleOf(candidate)}\n${candidate.content}`)) kept.push(candidate);
  });
  return { candidates: kept, rejected: rejected + candidates.length - kept.length };
}
