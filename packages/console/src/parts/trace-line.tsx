import { visibleText } from '../../../client/src/visible-text.ts';
import type { MemoryTrace } from '../data/client.ts';
import { askedWords, askerOf, givenWords, sureClass, sureWords, tracePath } from '../data/traces.ts';
import { Time } from './time.tsx';

/** A recall or an answer in one line: who asked, what, how many memories, how sure. */
export function TraceLine({ agentId, trace }: { agentId: string; trace: MemoryTrace }) {
  const { traceId, query, at } = trace;
  return (
    <li class="line">
      <span class="line-when">
        <Time at={at} form="exact" />
      </span>
      <bdi class="line-who">{visibleText(askerOf(trace))}</bdi>
      <a class="line-what" dir="auto" href={tracePath(agentId, traceId)}>
        {query === null ? (
          <span class="unkept">{askedWords(trace)}, question not recorded</span>
        ) : (
          visibleText(query)
        )}
        <span class="unseen">
          , <Time at={at} form="exact" />
        </span>
      </a>
      <span class="line-facts">
        <span class="type">{askedWords(trace)}</span>
        <span class="count">{givenWords(trace)}</span>
        <span class={sureClass(trace)}>{sureWords(trace)}</span>
      </span>
    </li>
  );
}
