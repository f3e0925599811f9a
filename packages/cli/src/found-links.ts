import type { RememberResponse } from '@agent-memory/client';
import { printable } from './output.ts';

type FoundLink = NonNullable<RememberResponse['links']>[number];

const MAY: Readonly<Record<FoundLink['kind'], string>> = {
  update: 'may replace',
  contradiction: 'may contradict',
  duplicate: 'may repeat',
};
const DOES: Readonly<Record<FoundLink['kind'], string>> = {
  update: 'replaces',
  contradiction: 'contradicts',
  duplicate: 'repeats',
};
/** The beginning says which memory it is. */
const MOST_SHOWN = 200;

/** Says which memories a new one may replace, contradict or repeat, without those that the user named. */
export function foundLinksText(links: readonly FoundLink[]): string {
  return links
    .filter(({ foundBy }) => foundBy !== 'client')
    .map(textOf)
    .join('');
}

function textOf({ linkId, kind, state, olderId, olderContent }: FoundLink): string {
  const isOpen = state === 'open';
  const content = olderContent ?? '(deleted)';
  const shown = content.length > MOST_SHOWN ? `${content.slice(0, MOST_SHOWN)}…` : content;
  const next = isOpen
    ? `If so: agent-memory links apply ${linkId}`
    : `If not: agent-memory links reject ${linkId}`;
  return printable(
    `\nIt ${isOpen ? MAY[kind] : DOES[kind]} ${olderId}: ${shown.replaceAll('\n', ' ')}\n${next}`,
  );
}
