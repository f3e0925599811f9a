import { skipToken, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { useAgentId, useParameters } from '../data/address.ts';
import { agentOf, type AnswerSource } from '../data/client.ts';
import { memoryPath } from '../data/memory-types.ts';
import { OtherAgent } from '../parts/other-agent.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Problem } from '../parts/problem.tsx';

interface Answer {
  question: string;
  text: string;
  sources: AnswerSource[] | null;
  certainty: string | null;
  writer: string | null;
  error: unknown;
  isDone: boolean;
}

const NO_ANSWER = { text: '', sources: null, certainty: null, writer: null, error: null, isDone: false };

/** What does the agent answer, and from which memories? */
export function AskPage() {
  const agentId = useAgentId();
  const [{ q = '' }, changeAddress] = useParameters();
  const [question, setQuestion] = useState(q);
  const [answer, ask] = useAnswer(agentId, q);
  useEffect(() => {
    setQuestion(q);
    if (q !== '' && answer === null) void ask(q);
  }, [agentId, q]);
  return (
    <Page title="Ask" lead="An answer from the memories of the agent, with its sources.">
      <QuestionForm
        question={question}
        change={setQuestion}
        isBusy={answer !== null && !answer.isDone}
        ask={() => {
          const asked = question.trim();
          if (asked === q) void ask(asked);
          else changeAddress({ q: asked });
        }}
      />
      {answer === null ? (
        <Empty title="Ask what the agent should know">
          For example: What does the user prefer? The answer names the memories that it comes from.
        </Empty>
      ) : (
        <AnswerView agentId={agentId} answer={answer} />
      )}
    </Page>
  );
}

/** The answer to a question, kept for the way back from its sources; and a function that asks. */
function useAnswer(agentId: string, question: string): [Answer | null, (asked: string) => Promise<void>] {
  const queries = useQueryClient();
  const { data } = useQuery<Answer | null>({
    queryKey: ['answer', agentId, question],
    queryFn: skipToken,
  });
  const ask = async (asked: string) => {
    const key = ['answer', agentId, asked];
    let answer: Answer = { ...NO_ANSWER, question: asked };
    const show = (changes: Partial<Answer>) => {
      answer = { ...answer, ...changes };
      queries.setQueryData(key, answer);
    };
    show({});
    try {
      for await (const part of agentOf(agentId).answerStream(asked)) {
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

interface QuestionFormProps {
  question: string;
  change: (question: string) => void;
  isBusy: boolean;
  ask: () => void;
}

function QuestionForm({ question, change, isBusy, ask }: QuestionFormProps) {
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <label class="grow">
        Question
        <input
          required
          maxLength={1_000}
          dir="auto"
          value={question}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </label>
      <button class="primary" disabled={isBusy}>
        Ask
      </button>
    </form>
  );
}

function AnswerView({ agentId, answer }: { agentId: string; answer: Answer }) {
  const { text, sources, isDone, error, certainty } = answer;
  return (
    <article class="panel" aria-busy={!isDone} aria-label="Answer">
      <h2 dir="auto">{answer.question}</h2>
      <p class="content" dir="auto" aria-live="polite">
        <Cited agentId={agentId} text={text} sources={sources ?? []} />
        {!isDone && <span class="caret" aria-hidden="true" />}
      </p>
      {certainty !== null && (
        <p class="quiet">
          Certainty: {certainty}. Written{' '}
          {answer.writer === 'extractive' ? 'by rules, without a model' : 'by a model'}.
        </p>
      )}
      {sources !== null && sources.length > 0 && (
        <>
          <h3>Sources</h3>
          <ol role="list" aria-label="Sources">
            {sources.map(({ memoryId, agentId: owner, title, score, current }, place) => (
              <li key={memoryId} class="memory" id={`source-${place + 1}`}>
                <p class="memory-facts">
                  <span class="type">{place + 1}</span>
                  <span>score {score.toFixed(2)}</span>
                  {!current && <span>held before</span>}
                  {owner !== agentId && <OtherAgent agentId={owner} />}
                </p>
                <a dir="auto" href={memoryPath(owner, memoryId)}>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </>
      )}
      {isDone && error === null && sources?.length === 0 && (
        <p class="quiet">No memory bears on this. Ask in other words, or look with Recall.</p>
      )}
      {error !== null && <Problem error={error} />}
    </article>
  );
}

const CITATION = /\[([0-9a-f]{8}-[0-9a-f-]{27})\]/;

interface CitedProps {
  agentId: string;
  text: string;
  sources: readonly AnswerSource[];
}

/** Answers cite memories by their ids in brackets, which become links with the number of the source. */
function Cited({ agentId, text, sources }: CitedProps) {
  return (
    <>
      {text.split(CITATION).map((part, place) => {
        if (place % 2 === 0) return part;
        const number = sources.findIndex(({ memoryId }) => memoryId === part) + 1;
        const source = sources[number - 1];
        return (
          <a key={place} href={memoryPath(source?.agentId ?? agentId, part)} title={source?.title}>
            [{number > 0 ? number : 'source'}]
          </a>
        );
      })}
    </>
  );
}
