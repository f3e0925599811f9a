/** What follows these has ended: "moved from Ulm", "no more letters". */
const ENDS_NEXT = new Set(
  'from instead no not than off left leaves leaving quit sold dropped drop drops gave stop stopped stopping cancelled canceled retired replaces replacing outgrew out of longer ended replaced swapped closed scrapped removed cancel paused von statt nicht kein keine'.split(
    ' ',
  ),
);
/** What comes before these has ended: "Xero is gone". */
const ENDS_BEFORE = new Set(
  'gone off cancelled canceled dropped retired scrapped archived left handed renamed closed finished over expired lapse lapsed ended split moved moves escaped longer dead stepped passed quit leaving leaves resigned out any anymore weg abgesagt gekündigt'.split(
    ' ',
  ),
);
/** Words behind such a word, and terms before one, that may name what ended. */
const WORDS_AFTER = 4;
const TERMS_BEFORE = 2;

/** The terms of a clause so far, and what of them ended. */
interface Ending {
  order: readonly string[];
  ended: Set<string>;
  /** Place of the last word behind which is named what ended. */
  endedAt: number | null;
}

export function readEnding(draft: Ending, word: string, at: number): void {
  if (ENDS_NEXT.has(word)) draft.endedAt = at;
  if (ENDS_BEFORE.has(word)) for (const term of draft.order.slice(-TERMS_BEFORE)) draft.ended.add(term);
}

export function noteEnded({ ended, endedAt }: Ending, term: string, at: number): void {
  if (endedAt !== null && at - endedAt <= WORDS_AFTER) ended.add(term);
}
