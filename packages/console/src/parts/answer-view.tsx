import type { Answer } from '../data/answers.ts';
import type { AnswerSource } from '../data/client.ts';
import { memoryPath } from '../data/memory-types.ts';
import { OtherAgent } from './other-agent.tsx';
import { Problem } from './problem.tsx';

interface AnswerViewProps {
  agentId: string;
  answer: Answer;
  /** Shows the memories that come nearest to the question. */
  find: () => void;
}

export function AnswerView({ agentId, answer, find }: AnswerViewProps) {
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
        <p class="quiet">
          No memory bears on this. Ask in other words, or{' '}
          <button type="button" class="link" onClick={find}>
            look at the memories that come nearest
          </button>
          .
        </p>
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
