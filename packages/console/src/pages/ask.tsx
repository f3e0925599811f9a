import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useAgentId, useParameters } from '../data/address.ts';
import { useAnswer } from '../data/answers.ts';
import { answerOptions, type Asked, knownThen, recallOptions, useAsked, useAskNext } from '../data/asked.ts';
import { agentOf, type RecallResponse } from '../data/client.ts';
import { recallSnippets } from '../data/recall-snippets.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { AskConditions } from '../parts/ask-conditions.tsx';
import { Beside } from '../parts/beside.tsx';
import { CopyBlock } from '../parts/copy-block.tsx';
import { useFilters } from '../parts/filters.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Failed, Loading } from '../parts/problem.tsx';
import { RecallResults } from '../parts/recall-results.tsx';
import { fullOf } from '../parts/time.tsx';

const LIMIT = 20;
/** As of a time, what was expired by then is left out of so many. */
const LIMIT_THEN = 100;
const EXAMPLE = 'Which theme does the user like?';

/** What does the agent know about it? */
export function AskPage() {
  const agentId = useAgentId();
  const asked = useAsked();
  const [askedTimes, setAskedTimes] = useState(0);
  const Wanted = asked.wants === 'memories' ? Memories : AnswerTo;
  const next = useAskNext();
  return (
    <Page
      title="Ask"
      lead="What the agent knows about a question: the memories it finds, and why, or an answer from them."
    >
      <AskForm
        asked={asked}
        ask={(question) => {
          if (question === asked.question) setAskedTimes(askedTimes + 1);
          else next(question);
        }}
      />
      <AskConditions asked={asked} />
      {asked.question === '' ? (
        <Empty title="Ask in full words, about one thing">
          For example:{' '}
          <a
            href={`?${new URLSearchParams({ ...(asked.wants === 'memories' && { find: '1' }), q: EXAMPLE })}`}
          >
            {EXAMPLE}
          </a>
        </Empty>
      ) : (
        <Beside agentId={agentId}>
          <Wanted agentId={agentId} asked={asked} askedTimes={askedTimes} />
        </Beside>
      )}
    </Page>
  );
}

/** The former address of what this page finds. */
export function FormerRecallPage() {
  const { route, path, query } = useLocation();
  useEffect(() => {
    const parameters = new URLSearchParams({ find: '1', ...query });
    route(`${path.replace(/\/recall\/?$/, '/ask')}?${parameters.toString()}`, true);
  }, []);
  return <Loading what="the page" />;
}

function AskForm({ asked, ask }: { asked: Asked; ask: (question: string) => void }) {
  const [text, setText] = useState(asked.question);
  const [, change] = useParameters();
  // With the answer to it, not a moment after.
  useLayoutEffect(() => setText(asked.question), [asked.question]);
  const choice = (wants: Asked['wants'], name: string) => (
    <label class="check">
      <input
        type="radio"
        name="wants"
        checked={asked.wants === wants}
        onChange={() => change({ find: wants === 'memories' ? '1' : null })}
      />
      {name}
    </label>
  );
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        ask(text.trim());
      }}
    >
      <div class="row">
        <label class="grow">
          Question
          <input
            required
            maxLength={1_000}
            dir="auto"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button class="primary">{asked.wants === 'memories' ? 'Find' : 'Ask'}</button>
      </div>
      <fieldset class="plain row">
        <legend class="unseen">What you want</legend>
        {choice('answer', 'An answer')}
        {choice('memories', 'The memories it finds')}
      </fieldset>
    </form>
  );
}

interface WantedProps {
  agentId: string;
  asked: Asked;
  /** How often the same question was asked here, so that asking it again loads it again. */
  askedTimes: number;
}

function AnswerTo({ agentId, asked, askedTimes }: WantedProps) {
  const [answer, ask] = useAnswer(agentId, asked.question, answerOptions(asked));
  const [, change] = useParameters();
  const [seenTimes, setSeenTimes] = useState(askedTimes);
  const isNew = answer === null;
  useEffect(() => {
    if (isNew || (askedTimes !== seenTimes && answer.isDone)) void ask();
    setSeenTimes(askedTimes);
  }, [isNew, askedTimes]);
  return (
    answer && <AnswerView agentId={agentId} answer={answer} find={() => change({ find: '1', all: '1' })} />
  );
}

function Memories({ agentId, asked, askedTimes }: WantedProps) {
  const [, change] = useParameters();
  const filters = useFilters();
  const { question, asOf } = asked;
  const options = recallOptions(asked, filters);
  const found = useQuery({
    queryKey: ['recall', agentId, question, options, askedTimes],
    queryFn: () =>
      agentOf(agentId).recall(question, { ...options, limit: asOf ? LIMIT_THEN : LIMIT, explain: true }),
    placeholderData: keepPreviousData,
  });
  if (found.isPending) return <Loading what="memories" />;
  if (!found.data) return <Failed query={found} />;
  return (
    <>
      <Failed query={found} />
      {asOf && (
        <p class="quiet">
          As of {fullOf(asOf)}: what was stored by then and not expired yet. The texts are those of today; the
          history of a memory has the former ones.
        </p>
      )}
      <RecallResults
        agentId={agentId}
        found={foundThen(found.data, asOf)}
        showAll={() => change({ all: '1' })}
        refresh={() => found.refetch()}
      />
      <details class="panel">
        <summary>The same as a command or program</summary>
        <div class="columns">
          {recallSnippets(agentId, question, options).map(([name, text]) => (
            <CopyBlock key={name} name={name} text={text} />
          ))}
        </div>
      </details>
    </>
  );
}

function foundThen(found: RecallResponse, asOf: Date | null): RecallResponse {
  if (asOf === null) return found;
  const memories = found.memories.filter((memory) => knownThen(memory, asOf)).slice(0, LIMIT);
  return { ...found, memories, count: memories.length };
}
