import { skipToken, useQuery, useQueryClient } from '@tanstack/preact-query';
import { agentOf, type AnswerSource } from './client.ts';

export interface Answer {
  question: string;
  text: string;
  sources: AnswerSource[] | null;
  certainty: string | null;
  writer: string | null;
  error: unknown;
  isDone: boolean;
}

type Options = Parameters<ReturnType<typeof agentOf>['answerStream']>[1];

const NO_ANSWER = { text: '', sources: null, certainty: null, writer: null, error: null, isDone: false };

/** The answer to a question, kept for the way back from its sources; and a function that asks. */
export function useAnswer(agentId: string, question: string, options: Options): [Answer | null, () => Promise<void>] {
  const queries = useQueryClient();
  const key = ['answer', agentId, question, options];
  const { data } = useQuery<Answer | null>({ queryKey: key, queryFn: skipToken });
  const ask = async () => {
    let answer: Answer = { ...NO_ANSWER, question };
    const show = (changes: Partial<Answer>) => {
      answer = { ...answer, ...changes };
      queries.setQueryData(key, answer);
    };
    show({});
    try {
      for await (const part of agentOf(agentId).answerStream(question, options)) {
        if (part.type === 'text') show({ text: answer.text + part.text });
        if (part.type === 'sources')
          show({ sources: part.sources, certainty: part.certainty, writer: part.generatedBy });
      }
    } catch (error) {
      show({ error });
    }
    show({ isDone: true });
  };
  return [data ?? null, ask];
}
