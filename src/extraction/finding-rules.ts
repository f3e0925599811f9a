import { ADVERBS, anyOf, WE, words, type StatementRule } from './statement-rule';

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
    unless: anyOf(
      String.raw`\b(?:not|never|be|if|once|until|unless|haven't|hasn't) (?:yet )?(?:decided|agreed|approved)\b(?! (?:not )?to)`,
      String.raw`\bagreed[.!]*$`,
    ),
  },
  {
    type: 'decision',
    confidence: 0.85,
    byAssistant: true,
    pattern: anyOf(
      String.raw`\b(?:the|our|my|final) (?:final )?(?:decision|choice|verdict) (?:is|was|stands|has been)\b`,
      String.raw`\b(?:was|were|been|is|are) (?:decided|agreed|approved|rejected|settled)\b`,
    ),
    unless: anyOf(String.raw`\b(?:not|to be|hard|difficult|pending|yours|up to|if|once|until)\b`),
  },
  {
    type: 'decision',
    confidence: 0.75,
    pattern: anyOf(
      `^let's ${words('go with, use, stick (?:with|to), switch, move to, migrate, keep (?:the|our|using), drop, adopt, not, skip, avoid, postpone, target, standardi[sz]e, stay (?:with|on), call it, name it')}\\b`,
    ),
    unless: anyOf(String.raw`\b(?:it|this|that|not worry)[.!]*$`),
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
      String.raw`\b(?:we|I) (?:stay|stick) (?:on|with|to)\b`,
      String.raw`\bI(?:'m| am) (?:going with|switching (?:to|from)|sticking (?:with|to)|dropping)\b`,
    ),
  },
  {
    type: 'decision',
    confidence: 0.75,
    pattern: anyOf(
      `\\b(?:I|we)(?:'ll| will) ${words('use, go with, switch, migrate, adopt, drop, keep (?:the|our|using), replace, stick (?:with|to), not (?:use|support|adopt|ship|be using), stay (?:with|on)')}\\b`,
      String.raw`\b(?:I|we) (?:won't|will not) (?:use|support|adopt|ship|migrate|switch|be using|need)\b`,
    ),
    unless: anyOf(String.raw`\bkeep (?:you|it|that|this)\b`),
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
      String.raw`\b(?:was|were|is|got) (?:caused|fixed|solved|resolved) by\b`,
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
      String.raw`\bthe (?:problem|issue|bug) is\b`,
    ),
    unless: anyOf(
      String.raw`\b(?:no|without) (?:any )?(?:errors?|failures?|exceptions?)\b|\b(?:fixed|solved|resolved)\b`,
      String.raw`\b(?:doesn't|didn't|never|not) (?:fails?|crash|throws?)\b|\berror handling\b|\bfails? (?:fast|safe)\b`,
      String.raw`\bI (?:failed|crashed)\b|^(?:if|when|should|it|this|that) `,
    ),
  },
];
