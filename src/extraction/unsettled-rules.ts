import { anyOf, words, type StatementRule } from './statement-rule';

function nothing(pattern: RegExp): StatementRule {
  return { type: null, confidence: 0, pattern };
}

/** An order for now. Standing ones are known by then. */
const JOB = words(
  'fix, write, create, make, show, give, tell, explain, add, remove, delete, run, check, find, generate, implement, ' +
    'convert, help, look, open, read, print, list, describe, summari[sz]e, translate, refactor, update, change, ' +
    'rename, move, install, build, test, compare, sort, parse, calculate, draft, send, search, think, try, go, do, ' +
    'continue, consider, see, wait, set, get, put, take, use, have a look, let me, note, click, select, follow, ' +
    'start, review, analy[sz]e, debug, deploy, commit, push, merge, ask, answer, reply, respond, call, remind, ' +
    'rewrite, redo, undo, replace, copy, paste, save, finish, feel free',
);
/** What somebody wants of the assistant, now. */
const WISH = words(
  'know, ask, thank, see, understand, check, hear, confirm, clarify, say, talk, discuss, share, show, make sure, test, ' +
    'try, point, mention, note, tell, apologi[sz]e, add, fix, print, sort, convert, parse, find, ' +
    'do (?:this|that|it|so), get (?:the|this|a list), create an? (?:function|script|file|table|list), ' +
    'write an? (?:function|script|test|query|regex)',
);

/** Nothing settled, and jobs at hand. */
export const UNSETTLED_RULES: readonly StatementRule[] = [
  nothing(
    anyOf(
      "^(?:if|suppose|imagine|assuming|let's say|say|pretend|unless|in case)\\b",
      String.raw`\bI wish\b|\bas if\b|\bI'd have\b|\bwould have\b`,
    ),
  ),
  nothing(anyOf(String.raw`\b(?:we|you|I|they|it|that|this|someone) (?:should|could|ought to)(?:n't)?\b`)),
  nothing(anyOf(`^${JOB}\\b`)),
  nothing(
    anyOf(
      `\\bI(?:'d| would)?(?: also| really| just)? (?:like|want|need|love|wanted)(?: you)? (?:to ${WISH}|you to)\\b`,
    ),
  ),
  nothing(
    anyOf(
      String.raw`\b(?:like|love|hate|prefer|enjoy|appreciate) (?:it|that|this|them|those|these|how|your|the (?:answer|help|idea|thought))\b(?! (?:when|if)\b)`,
      String.raw`\b(?:like|love|hate|want|prefer|plan|hope) to[.!]*$`,
    ),
  ),
];

/** What it is about stands in another sentence. */
export const DANGLING_RULES: readonly StatementRule[] = [
  nothing(
    anyOf(
      String.raw`^(?:it|that|this|these|those|he|she|they)(?:'s|'re|'ll|'d| (?:is|was|are|were|has|had|will|would|can|makes|made|gives|gave|does|did))(?:n't)?\b`,
    ),
  ),
];

/** Plans that are none: what is said while working. */
export const PASSING_RULES: readonly StatementRule[] = [
  nothing(
    anyOf(
      `\\b(?:I|we)(?:'ll| will|'m going to| am going to|'re going to| are going to)(?: just| now| first| also| \\w+ly)? ${words(
        'never, send (?:it|you|that), (?:do|try) (?:my|our) best, make sure, be (?:sure|there|fine|ok|able|happy|glad|tuning), have to, get through, ' +
          'start (?:by|with|thinking), try, see, check, think, let you, be (?:right )?back, wait, get back, take a look, have a look, look, ask, assume, ' +
          'need, want, give (?:it|that|you), show you, tell you, paste, read, go (?:ahead|now), start (?:by|with), explain, ' +
          'copy, share, leave it, do (?:that|it|this|so), be honest',
      )}\\b`,
    ),
  ),
];

/** States of the moment. */
export const MOMENTARY_RULES: readonly StatementRule[] = [
  nothing(
    anyOf(
      String.raw`\bI(?:'m| am) (?:\w+ly |also |still |so )?(?:a (?:bit|little|tad|lot)|an idiot|in (?:a (?:hurry|meeting)|trouble)|on (?:it|the (?:fence|way))|at a loss|the one)\b`,
      String.raw`\bI(?:'ve)? have (?:an?|no|two|another|some|the same)(?: \w+){0,2} (?:questions?|problems?|doubts?|ideas?|issues?|feeling|suggestions?|requests?|tasks?|look|minute|moment|thoughts?|hunch|clue|concerns?)\b`,
    ),
  ),
];

/** Nothing but an opinion of the moment: `the code is great`. */
export const VERDICT_RULES: readonly StatementRule[] = [
  nothing(
    anyOf(
      `\\b(?:is|are|was|were|looks?|seems?|sounds?|feels?)(?:n't)?(?: ${words(
        'not, really, very, so, too, pretty, quite, a bit, also, just, all, actually, still, now, much, completely, totally',
      )})* ${words(
        'good, great, nice, fine, cool, awesome, perfect, wrong, right, correct, bad, terrible, amazing, interesting, ' +
          'funny, weird, strange, clear, ready, done, ok, okay, true, false, hard, easy, helpful, useful, better, worse, ' +
          'lovely, beautiful, annoying, confusing, important, possible, impossible, enough, different, the same, there, ' +
          'here, over, up to you, it, that, this, what, why, how',
      )}\\b(?: .{0,15})?[.!]*$`,
    ),
  ),
];
