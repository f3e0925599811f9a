import type { ComponentChildren } from 'preact';
import type { Answer } from '../data/answers.ts';
import type { AnswerSource } from '../data/client.ts';
import { useMemoryLink } from './memory-link.ts';
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
            {sources.map((source, place) => (
              <Source key={source.memoryId} agentId={agentId} source={source} number={place + 1} />
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

interface SourceProps {
  agentId: string;
  source: AnswerSource;
  number: number;
}

function Source({ agentId, source, number }: SourceProps) {
  const { memoryId, agentId: owner, title, score, current } = source;
  const link = useMemoryLink(owner, memoryId);
  return (
    <li class="memory" id={`source-${number}`}>
      <p class="memory-facts">
        <span class="type">{number}</span>
        <span>score {score.toFixed(2)}</span>
        {!current && <span>held before</span>}
        {owner !== agentId && <OtherAgent agentId={owner} />}
      </p>
      <a class="memory-title" dir="auto" {...link}>
        {title}
      </a>
    </li>
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
          <Citation key={place} agentId={source?.agentId ?? agentId} memoryId={part} title={source?.title}>
            [{number > 0 ? number : 'source'}]
          </Citation>
        );
      })}
    </>
  );
}

interface CitationProps {
  agentId: string;
  memoryId: string;
  title: string | undefined;
  children: ComponentChildren;
}

function Citation({ agentId, memoryId, title, children }: CitationProps) {
  const { href } = useMemoryLink(agentId, memoryId);
  return (
    <a href={href} title={title}>
      {children}
    </a>
  );
}
