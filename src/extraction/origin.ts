import type { Trust } from '../backend/memory';
import { speakerOf, type Message } from './conversation';
import { stemsOf } from './stands-in';

/** Whose words a statement repeats. */
export type Origin = 'person' | 'quotation' | 'assistant';

const QUOTED_LINE = /^[ \t]{0,9}>.*$/gm;
const QUOTED =
  /"[^"\n]{1,2000}"|\u201c[^\u201d\n]{1,2000}\u201d|\u201e[^\u201c\u201d\n]{1,2000}[\u201c\u201d]|```[^`]{1,4000}```/g;
const SENTENCE_END = /[.!?;\n]+/u;

/** A sentence, by the stems of its words. */
interface Said {
  origin: Origin;
  stems: ReadonlySet<string>;
}

/**
 * Who said what a statement says: who has the sentence that it shares most words with. Of equals, a person counts before
 * what a person quotes, and both before an assistant, who repeats much: half of the words make it the person's.
 */
export class Origins {
  private readonly said: Said[];

  constructor(messages: readonly Message[]) {
    this.said = messages
      .flatMap(partsOf)
      .flatMap(({ origin, text }) =>
        text.split(SENTENCE_END).map((sentence) => ({ origin, stems: stemsOf(sentence) })),
      );
  }

  of(content: string): Origin {
    const wanted = [...stemsOf(content)];
    const common: Record<Origin, number> = { person: 0, quotation: 0, assistant: 0 };
    for (const { origin, stems } of this.said) {
      const shared = wanted.filter((stem) => stems.has(stem)).length;
      common[origin] = Math.max(common[origin], shared);
    }
    const { person, quotation, assistant } = common;
    const heard = Math.max(person, quotation);
    if (assistant > heard && heard * 2 < wanted.length) return 'assistant';
    return quotation > person ? 'quotation' : 'person';
  }
}

/** Only what a person states is taken for certain. */
export function trustOf(origin: Origin): Trust {
  return origin === 'person' ? 'trusted' : 'unverified';
}

function partsOf({ role, content }: Message): { origin: Origin; text: string }[] {
  const speaker = speakerOf(role);
  if (speaker?.kind !== 'person') return [{ origin: 'assistant', text: content }];
  const own = content.replace(QUOTED_LINE, '').replace(QUOTED, ' ');
  const quoted = [...content.matchAll(QUOTED_LINE), ...content.matchAll(QUOTED)].map(([text]) => text);
  return [
    { origin: 'person', text: own },
    { origin: 'quotation', text: quoted.join('\n') },
  ];
}
