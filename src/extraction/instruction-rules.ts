import { anyOf, words, type StatementRule } from './statement-rule';

const DONT = "(?:don't|do not)";
const STANDING_MANNER = words(
  'always, never, only, stop, keep, avoid, respond, reply, answer, call, ' +
    'be (?:more |less )?(?:concise|brief|direct|short|formal|informal|critical)',
);
const OUTPUTS = words(
  'answers?, responses?, replies, messages?, explanations?, commits?, functions?, files?, code, tests?, summaries, ' +
    'output, comments',
);

/** How things are to be done: standing orders, not jobs at hand. */
export const INSTRUCTION_RULES: readonly StatementRule[] = [
  {
    type: 'instruction',
    confidence: 0.9,
    pattern: anyOf(
      `^(?:always|never|${DONT} ever)\\b(?! ${words('mind, say never, again, give up, had, saw, been, seen, heard, got, knew, thought, a, the, good, nice, great, fun, happy, \\w+ed')}\\b)`,
    ),
  },
  {
    type: 'instruction',
    confidence: 0.9,
    pattern: anyOf('^(?:from now on|going forward|in (?:the )?future|by default|as a rule)\\b'),
    unless: anyOf(String.raw`\b(?:i|we) (?:will|plan|want|hope|might)\b`),
  },
  {
    type: 'instruction',
    confidence: 0.8,
    pattern: anyOf(`^(?:${DONT}|avoid|stop|refrain from)\\b`),
    unless: anyOf(
      `^(?:${DONT}|stop) ${words('worry, mind, you, bother, be (?:sorry|afraid), get me wrong, know, think, understand, it, that, give up, let (?:anything|it|that), be (?:shy|hard)')}\\b`,
    ),
  },
  {
    type: 'instruction',
    confidence: 0.75,
    pattern: anyOf("^(?:make sure|be sure to|ensure|remember to|don't forget to)\\b"),
  },
  {
    type: 'instruction',
    confidence: 0.85,
    pattern: anyOf(
      '^(?:prefer|stick (?:with|to))\\b',
      `^use .+\\b${words('instead of, rather than, not, over, by default, everywhere, for all, for every, whenever, only')}\\b`,
    ),
  },
  {
    type: 'instruction',
    confidence: 0.85,
    // Languages have a capital.
    pattern:
      /^(?:[Rr]espond|[Rr]eply|[Aa]nswer|[Ss]peak|[Tt]alk|[Ww]rite|[Ee]xplain)\b.{0,30}\b(?:in|with|using) (?:[A-Z][a-z]+|plain|simple|short|brief|bullet|full|the (?:first|second|third) person)\b/,
  },
  {
    type: 'instruction',
    confidence: 0.9,
    pattern: anyOf(String.raw`^(?:call|address) me (?!back|later|when|at|on|tomorrow|if|after|before)\S`),
  },
  { type: 'instruction', confidence: 0.8, pattern: anyOf(`^keep (?:your |the |all |my )?${OUTPUTS}\\b`) },
  {
    type: 'instruction',
    confidence: 0.8,
    pattern: anyOf(
      '^(?:whenever|every time|each time|(?:before|after) (?:each|every|any)|before you|when you)\\b',
      '^if .{3,80}?, (?:please |then )?(?:always|never|do not|use|ask|run)\\b',
      "^if .{3,80}?, (?:please |then )?don't\\b",
    ),
    // What somebody does themselves.
    unless: anyOf(String.raw`^\w+(?: time)? I\b[^,]*(?:$|, I\b)`),
  },
  {
    type: 'instruction',
    confidence: 0.85,
    pattern: anyOf(
      `\\bI(?:'d| would)?(?: really)? (?:like|want|need|expect|prefer)(?: for)? you (?:not to|to ${STANDING_MANNER})\\b`,
    ),
  },
  {
    type: 'instruction',
    confidence: 0.8,
    pattern: anyOf(
      String.raw`\b(?:you|we|the (?:assistant|team)|our team|(?:all|every) \w+|everyone|\w+s) (?:should|must|have to|need to|are to|shall|may) (?:always|never|not|only)\b`,
      String.raw`\b(?:should|shall) (?:always|never|only)\b`,
    ),
  },
  {
    type: 'instruction',
    confidence: 0.75,
    pattern: anyOf(
      String.raw`\b(?:must|mustn't)\b(?!-)`,
      String.raw`\b(?:is|are) (?:not allowed|forbidden|prohibited|mandatory|required|banned)\b`,
    ),
    // What somebody has to do, and what is likely: `it must be a bug`, but not `it must be signed`.
    unless: anyOf(
      String.raw`\b(?:I|we) must\b`,
      String.raw`\bmust be (?!\w+e[dn]\b)`,
      String.raw`\bmust(?:'ve| (?:\w+ly )?(?:have|feel|love|seem|look|sound|mean|know|think|miss|enjoy))\b|^must\b`,
    ),
  },
  {
    type: 'instruction',
    confidence: 0.8,
    pattern: anyOf('^(?:we|our team|the team) (?:always|never)\\b'),
    unless: anyOf(String.raw`\bnever (?:got|had|been|seen|really)\b`),
  },
];
