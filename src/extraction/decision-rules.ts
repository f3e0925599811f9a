import { ADVERBS, anyOf, type StatementRule, WE, words } from './statement-rule';

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
    ),
    // What somebody does themselves.
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
    pattern: anyOf(String.raw`\b(?:should|shall) (?:always|never|only)\b`),
  },
  {
    type: 'instruction',
    confidence: 0.75,
    pattern: anyOf(String.raw`\b(?:must|mustn't)\b(?!-)`),
    // What somebody has to do, and what is likely: `it must be a bug`, but not `it must be signed`.
    unless: anyOf(
      String.raw`\bmust be (?!\w+e[dn]\b)`,
      String.raw`\bmust(?:'ve| (?:\w+ly )?(?:have|feel|love|seem|look|sound|mean|know|think|miss|enjoy))\b|^must\b`,
    ),
  },
  {
    type: 'instruction',
    confidence: 0.8,
    pattern: anyOf('^(?:we|our team|the team) (?:always|never)\\b'),
  },
];

/** What was settled. */
export const DECISION_RULES: readonly StatementRule[] = [
  {
    type: 'decision',
    confidence: 0.9,
    byAssistant: true,
    pattern: anyOf(
      `\\b[\\p{L}\\p{M}]{1,40}(?:'ve| have| has)?(?: just| now| all| finally| already| both| not)? ${words(
        'decided, agreed, opted, chosen, chose, settled on, resolved to, concluded, voted, ruled out, approved, rejected, vetoed, ' +
          'selected, standardi[sz]ed on, went with, committed to using',
      )}\\b`,
    ),
  },
  {
    type: 'decision',
    confidence: 0.85,
    byAssistant: true,
    pattern: anyOf(
      String.raw`\b(?:the|our|my|final) (?:final )?(?:decision|choice|verdict) (?:is|was|stands|has been)\b`,
    ),
  },
  {
    type: 'decision',
    confidence: 0.75,
    pattern: anyOf(
      `^let's ${words('go with, use, stick (?:with|to), switch, move to, migrate, keep (?:the|our|using), drop, adopt, not, skip, avoid, postpone, target, standardi[sz]e, stay (?:with|on), call it, name it')}\\b`,
    ),
  },
  {
    type: 'decision',
    confidence: 0.8,
    byAssistant: true,
    pattern: anyOf(
      `\\bwe(?:'re| are)(?: now| also)? ${words(
        'going with, going to (?:use|go with|switch|move|migrate|adopt|drop|keep|replace|stick), switching, moving, migrating, ' +
          'dropping, adopting, sticking (?:with|to), replacing, standardi[sz]ing, deprecating, not going to, abandoning',
      )}\\b`,
      String.raw`\bI(?:'m| am) (?:going with|switching (?:to|from)|sticking (?:with|to)|dropping)\b`,
    ),
  },
  {
    type: 'decision',
    confidence: 0.75,
    pattern: anyOf(
      String.raw`\b(?:I|we) (?:won't|will not) (?:use|support|adopt|ship|migrate|switch|be using|need)\b`,
    ),
  },
];

/** What was found out, and what fails. */
export const FINDING_RULES: readonly StatementRule[] = [
  {
    type: 'learning',
    confidence: 0.8,
    pattern: anyOf(
      `${WE}(?:'ve)?${ADVERBS} ${words('learned, learnt, realized, realised, discovered, found out, figured out, found that')}\\b`,
      String.raw`^(?:it )?turn(?:s|ed) out\b|^TIL\b|\blessons? (?:learned|learnt|is|was)\b`,
    ),
  },
  {
    type: 'learning',
    confidence: 0.75,
    byAssistant: true,
    pattern: anyOf(
      String.raw`\bthe (?:\w+ )?(?:root cause|fix|solution|workaround|trick|culprit|cause)(?: (?:for|of|to) .{2,60}?)? (?:is|was|were|turned out)\b`,
      String.raw`\bthe (?:problem|issue|bug|reason)(?: .{2,40})? was\b`,
    ),
  },
  {
    type: 'error',
    confidence: 0.75,
    pattern: anyOf(
      String.raw`\b[a-z]*(?:Error|Exception)\b`,
      `\\b${words(
        'fails?, failed, failing, crash(?:es|ed|ing)?, (?:is|are) (?:broken|down|flaky), throws?, threw, times? out, timed out, ' +
          "hangs, segfaults?, (?:doesn't|does not|don't|won't) (?:work|start|build|compile|load), ran out of, runs out of, " +
          'out of memory, leaks memory, returns? (?:an? )?5\\d\\d',
      )}\\b`,
      String.raw`\ban? (?:\w+ )?(?:bug|crash|deadlock|race condition|memory leak|regression) (?:in|when|on|at|while|with)\b`,
    ),
    unless: anyOf(String.raw`\bI (?:failed|crashed)\b|^(?:if|when|should|it|this|that) `),
  },
];
