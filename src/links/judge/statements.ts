/** UTF-16 units that are read of a memory, and of a clause. */
const MOST_TEXT = 4000;
const MOST_CLAUSE = 300;
const MOST_CLAUSES = 24;
const LEAST_CLAUSE = 3;

/** `[1:56 pm on 8 May, 2023] Caroline: `, `User: `. */
const HEADER =
  /^(?:[[(][^\][()\n]{0,70}[\])] ?)?(?:(\p{Lu}[\p{L}'._-]{0,30}(?: \p{Lu}[\p{L}'._-]{0,30}){0,2}): )?/u;
const TIME_HEADER = /^[[(][^\][()\n]{0,70}[\])]/;
const USER_ROLE = /^(?:user|human|customer|me)$/i;
const ASSISTANT_ROLE = /^(?:assistant|ai|bot|agent|model|support)$/i;
const FENCE = /```[^`]{0,4000}(?:```|$)/g;
const QUOTE = /(?:"[^"\n]{25,400}"|“[^”\n]{25,400}”|„[^“\n]{25,400}“)/g;
const PICTURE = /\[(?:Image|Photo|Bild)[^\]\n]{0,300}\]/gi;
const QUOTED_LINE = /^\s{0,8}>/;
const BULLET = /^\s{0,8}(?:[-*•+]|#{1,6}|\d{1,3}[.)])\s+/;
const CODE_LINE =
  /[{};]\s*$|^\s{0,8}(?:import|export|const|let|var|def|class|function|return|if \(|for \(|public|private|SELECT|INSERT|npm|pip|git|sudo|curl)\b|^\s{4,}\S|=>|\)\s*:$/;
/** Not behind a title: "Dr. Ann Lee". */
const SENTENCE =
  /(?<=[.!?])(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nr)\.)\s+(?=[\p{Lu}\p{N}"'([])|[\n\r]+|;\s+|\s[—–]\s/u;
const CONTRAST =
  /,? (?:but|while|whereas|although|though|aber|während|sondern) |, (?:so|and|und) |,? (?:and|und) (?=(?:i|we|she|he|they|it|is|are|was|has|have|now|also|am|do|does|live|lives|work|works|build|building|write|writes|play|plays|track|targets|arbeite|wohne|bin|habe)\b)/i;

/** Where the question of a sentence begins: "I never used Docker, can you help me?" */
const ASKED =
  /(?:^|, ?|\b(?:and|so|but|or|und|aber) )(?:can|could|would|will|should|how|what|which|who|when|where|why|is|are|do|does|did|have|any|kannst|könntest|wie|was|welche|wer|wann|wo|warum|soll|sollte)\b/i;

function withoutQuestion(sentence: string): string {
  if (!sentence.trim().endsWith('?')) return sentence;
  const asked = ASKED.exec(sentence.trim());
  return asked === null ? '' : sentence.trim().slice(0, asked.index);
}

/** What a memory says, and who says it. */
export interface Statements {
  /** Name of the speaker of a turn; null for the user and for texts that are no turn. */
  speaker: string | null;
  isTurn: boolean;
  clauses: string[];
}

/**
 * The clauses of a memory. Code, quotations, questions, captions and the items of lists in longer texts are no statements,
 * and neither is anything that an assistant says.
 */
export function statementsOf(content: string): Statements {
  const text = content
    .slice(0, MOST_TEXT)
    .toWellFormed()
    .replace(/\u2019/g, "'");
  const header = HEADER.exec(text);
  const head = header?.[0] ?? '';
  const name = header?.[1] ?? '';
  const isRole = USER_ROLE.test(name) || ASSISTANT_ROLE.test(name);
  const isTurn = isRole || TIME_HEADER.test(head);
  // A name without a time may be a label: "Timezone: Berlin".
  if (!isTurn) return { speaker: null, isTurn, clauses: clausesOf(text) };
  if (ASSISTANT_ROLE.test(name)) return { speaker: name, isTurn, clauses: [] };
  const speaker = name === '' || USER_ROLE.test(name) ? null : name;
  return { speaker, isTurn, clauses: clausesOf(text.slice(head.length)) };
}

function clausesOf(body: string): string[] {
  const bare = body.replace(FENCE, '\n').replace(QUOTE, ' ').replace(PICTURE, ' ');
  const lines = bare.split('\n');
  const isLong = lines.length > 3;
  const kept = lines.filter(
    (line) =>
      !QUOTED_LINE.test(line) && !(isLong && (BULLET.test(line) || CODE_LINE.test(line.slice(0, 400)))),
  );
  const clauses: string[] = [];
  for (const sentence of kept
    .map((line) => line.replace(BULLET, ''))
    .join('\n')
    .split(SENTENCE)) {
    const said = withoutQuestion(sentence.slice(0, MOST_CLAUSE).toWellFormed());
    for (const clause of said.split(CONTRAST)) {
      if (clause.trim().length >= LEAST_CLAUSE) clauses.push(clause.trim());
      if (clauses.length === MOST_CLAUSES) return clauses;
    }
  }
  return clauses;
}
