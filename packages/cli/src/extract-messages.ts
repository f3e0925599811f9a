import type { Agent, ConversationMessage } from '@agent-memory/client';
import { sittings } from './importers/conversations.ts';

type Extracted = Awaited<ReturnType<Agent['extract']>>;

export interface ExtractResult {
  dryRun: boolean;
  candidates: Extracted['candidates'];
  stored: number;
  /** Candidates that said what is stored already. */
  duplicates: number;
  rejected: number;
  /** What looked planted in statements that were stored: they wait for a review. */
  quarantined: string[];
  generatedBy: string;
}

export interface ExtractChoices {
  dryRun: boolean;
  /** Statements of assistants too. */
  includeAssistant?: boolean;
}

/** Extracts from any number of messages, as many at a time as the service reads. */
export async function extractAll(
  agent: Agent,
  messages: readonly ConversationMessage[],
  { dryRun, includeAssistant = false }: ExtractChoices,
): Promise<ExtractResult> {
  const result: ExtractResult = {
    dryRun,
    candidates: [],
    stored: 0,
    duplicates: 0,
    rejected: 0,
    quarantined: [],
    generatedBy: 'rules',
  };
  const untimed = messages.map((message) => ({ ...message, ref: '', at: null }));
  for (const part of sittings(untimed)) {
    const said = part.map(({ role, content }) => ({ role, content }));
    const {
      candidates,
      results = [],
      rejected,
      quarantined = [],
      generatedBy,
    } = await agent.extract(said, {
      dryRun,
      includeAssistant,
    });
    result.candidates.push(...candidates);
    result.stored += results.filter(({ status }) => status === 'stored').length;
    result.duplicates += results.filter(({ status }) => status === 'duplicate').length;
    result.rejected += rejected;
    result.quarantined = [...new Set([...result.quarantined, ...quarantined])];
    result.generatedBy = generatedBy;
  }
  return result;
}
