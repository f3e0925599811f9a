import { Injectable } from '@nestjs/common';
import { ModelUnavailable, TextGenerator } from '../inference/text-generator';
import { TimeSlices } from '../retrieval/time-slices';
import { bestOf, type Candidate, type Findings, titleOf } from './candidate';
import { MAX_CONVERSATION, type Message, newestWithin } from './conversation';
import { CANDIDATES_SCHEMA, EXTRACTION_SYSTEM, extractionPrompt, readCandidates } from './model-candidates';
import { holdsSecret, redactSecrets } from './secrets';
import { statementSteps } from './statements';

/** How long the rules may hold the event loop. */
const SLICE_MS = 5;

export interface Search {
  messages: readonly Message[];
  /** Candidates at most. */
  limit: number;
  /** Null: the configured model. */
  model: string | null;
  signal: AbortSignal;
}

export interface Found extends Findings {
  /** `rules`, or the name of the model. */
  generatedBy: string;
}

/** Finds what is worth keeping in a conversation: by the model where one is configured, else by rules. */
@Injectable()
export class CandidateFinder {
  constructor(private readonly generator: TextGenerator) {}

  /** Throws `ModelUnavailable`: the rules would silently find less. */
  async find(search: Search): Promise<Found> {
    const slices = new TimeSlices(SLICE_MS, () => performance.now());
    const conversation: Message[] = [];
    // What a model does not see it cannot repeat.
    await slices.forEach(newestWithin(search.messages, MAX_CONVERSATION), ({ role, content }) =>
      conversation.push({ role: redactSecrets(role), content: redactSecrets(content) }),
    );
    const found =
      this.generator.model === null
        ? { ...(await byRules(conversation, slices)), generatedBy: 'rules' }
        : await this.byModel(conversation, search);
    const clean = await withoutSecrets(found, slices);
    return { ...clean, candidates: bestOf(clean.candidates, search.limit), generatedBy: found.generatedBy };
  }

  private async byModel(conversation: readonly Message[], { limit, model, signal }: Search): Promise<Found> {
    const answer = await this.generator.generateJson({
      system: EXTRACTION_SYSTEM,
      prompt: extractionPrompt(conversation, limit),
      model,
      temperature: 0,
      signal,
      schemaName: 'memories',
      schema: CANDIDATES_SCHEMA,
    });
    const findings = readCandidates(answer.value);
    if (findings === null) throw new ModelUnavailable("The model's answer is not a list of memories");
    return { ...findings, generatedBy: answer.model };
  }
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

/** Whatever found them. */
async function withoutSecrets({ candidates, rejected }: Findings, slices: TimeSlices): Promise<Findings> {
  const kept: Candidate[] = [];
  await slices.forEach(candidates, (candidate) => {
    if (!holdsSecret(`${titleOf(candidate)}\n${candidate.content}`)) kept.push(candidate);
  });
  return { candidates: kept, rejected: rejected + candidates.length - kept.length };
}
