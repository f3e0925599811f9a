import { ADVERBS, anyOf, I, WE, words, type StatementRule } from './statement-rule';

const RELATIVE = words(
  'wife, husband, partner, spouse, girlfriend, boyfriend, fianc[eé]e?, mother, father, mom, mum, dad, parents?, brothers?, ' +
    'sisters?, siblings?, sons?, daughters?, kids?, child(?:ren)?, baby, twins, cousins?, uncle, aunt, nieces?, nephews?, ' +
    'grand\\w+, step\\w+, boss, manager, team lead, lead, colleagues?, co-?workers?, teammates?, mentor, assistant, co-?founder, ' +
    'friends?, roommates?, flatmates?, neighbou?rs?, landlord, doctor, therapist, accountant, lawyer, dogs?, cats?, pets?',
);
const OF_PEOPLE = words(
  'is, are, was, were, named, called, works?, worked, lives?, lived, has, have, likes?, loves?, hates?, turns?, turned, ' +
    "prefers?, studies, speaks?, got, owns?, plays?, runs, died, moved, started, will, can, can't, doesn't, don't, met, grew, " +
    'study, teach, want, need, wrote, \\w+ed, \\w+[^s\\W]s',
);
const OCCASION = words(
  'meeting, audit, call, deadline, release, launch, interview, appointment, conference, demo, flight, trip, wedding, exam, ' +
    'review, retro, kickoff, workshop, party, vacation, holiday, surgery, birthday, anniversary, freeze, outage, incident, ' +
    'migration, rollout, webinar, presentation, hackathon, race, marathon, concert, move',
);
const OF_OCCASIONS = words(
  'is, are, was, were, starts?, started, begins?, began, ends?, ended, takes? place, happened, has been, moved, will, ' +
    'occurred, lasted, leaves, departs, arrives, lands',
);
const HABITS = words(
  'eat, drink, use, wear, watch, read, listen, buy, cook, fly, smoke, take, travel, drive, shop, order, write, code, ' +
    'sleep, get up, wake up, go, play, commit, deploy, eating, drinking, using, work (?:at night|late|early|from home|on|in the)',
);
const DEEDS = words(
  'met, attended, visited, travel+ed, flew, moved, started, joined, left, quit, graduated, got, launched, released, shipped, ' +
    'deployed, merged, went, had, bought, sold, signed, finished, completed, migrated, upgraded, rolled, passed, failed, ' +
    'broke, lost, won, ran, celebrated, booked, hired, presented, interviewed, adopted, published, closed, opened, switched, ' +
    'saw, took, gave, made, built',
);

export const RELATIONSHIP_RULES: readonly StatementRule[] = [
  {
    type: 'relationship',
    confidence: 0.85,
    pattern: anyOf(
      `\\b(?:my|our) (?:[\\w-]+ ){0,2}${RELATIVE}(?:'s name)?(?:,? (?!I\\b|we\\b|that\\b|to\\b)[\\p{L}'.-]+,?){0,3} ${OF_PEOPLE}\\b`,
      `\\b(?:is|are|was) (?:my|our) (?:[\\w-]+ ){0,2}${RELATIVE}\\b`,
    ),
  },
  {
    type: 'relationship',
    confidence: 0.8,
    // Names have a capital.
    pattern:
      /\bI(?:'m| am) (?:married|engaged) to\b|\b(?:I report|[A-Z]\w+ reports) (?:directly )?to\b|\bI work (?:closely |together )?with (?=[A-Z])/,
  },
];

export const PREFERENCE_RULES: readonly StatementRule[] = [
  {
    type: 'preference',
    confidence: 0.85,
    pattern: anyOf(
      `${WE}${ADVERBS} ${words("prefer, like, love, enjoy, hate, dislike, loathe, detest, despise, adore, favou?r, can't stand, cannot stand, can't bear")}\\b(?! to (?:work|do|have) (?:it|this|that)\\b)`,
      `${WE}(?:'d| would)(?: much| really)? (?:rather|prefer)\\b`,
    ),
  },
  {
    type: 'preference',
    confidence: 0.85,
    pattern: anyOf(
      String.raw`\b(?:my|our)(?: \w+){0,2} (?:favou?rite|go-to|preferred|pet peeve|preference)\b`,
      String.raw`\bI(?:'m| am) (?:not )?(?:really |also |very |quite )?(?:a (?:big |huge )?fan of|fond of|into|crazy about|passionate about|sick of)\b`,
    ),
  },
  {
    type: 'preference',
    confidence: 0.75,
    pattern: anyOf(
      `${I} ${words("always, never, usually, mostly, only, rarely, hardly ever, typically, generally, don't, do not, no longer, avoid")}(?: \\w+ly)? ${HABITS}\\b`,
      `${I} ${words('usually, mostly, rarely, typically')} (?!think|wonder|know|feel|see|do\\b)\\p{Ll}{3,15} \\S`,
    ),
  },
];

/** What is to come. */
export const PLAN_RULES: readonly StatementRule[] = [
  {
    type: 'commitment',
    confidence: 0.85,
    pattern: anyOf(`${WE}(?:'ve)?${ADVERBS} (?:promised?|committed to|pledged?|swore|vowed?)\\b`),
  },
  {
    type: 'event',
    confidence: 0.8,
    timed: true,
    pattern: anyOf(
      `\\b(?:the|our|my|an?|next|this|\\p{L}+'s) (?:\\S+ ){0,3}?${OCCASION}s? (?:\\S+ ){0,4}?${OF_OCCASIONS}\\b`,
      `${I} have (?:an?|my) (?:\\S+ ){0,2}?${words('meeting, appointment, interview, exam, flight, call, dentist, deadline, presentation')}\\b`,
      `${I}(?:'m| am) ${words('on (?:vacation|holiday|leave|parental leave), away, out of (?:the )?office, flying, travel+ing, moving, leaving, starting, visiting, getting married, having, going to (?:the|an?|my)')}\\b`,
    ),
  },
  {
    type: 'goal',
    confidence: 0.85,
    pattern: anyOf(
      `\\b(?:my|our|the) (?:\\w+ ){0,2}${words('goal, aim, objective, target, dream, ambition, mission, plan, intention, milestone')}s? (?:\\S+ ){0,3}?(?:is|are)\\b`,
      `${WE}(?:'m| am|'re| are)(?: also| still| currently| now| really)? ${words('planning, aiming, hoping, working towards?, training for, saving (?:up )?for, studying for, preparing for')}\\b`,
    ),
  },
  {
    type: 'goal',
    confidence: 0.75,
    pattern: anyOf(`${WE}(?:'d| would)?${ADVERBS} (?:plan|aim|intend|hope|want|like|love) to (?!be able)`),
  },
];

export const COMMITMENT_RULES: readonly StatementRule[] = [
  {
    type: 'commitment',
    confidence: 0.75,
    pattern: anyOf(
      `${WE}(?:'ll| will|'m going to| am going to|'re going to| are going to)(?: not| also| then)? \\w`,
    ),
  },
  {
    type: 'commitment',
    confidence: 0.7,
    timed: true,
    pattern: anyOf(`${WE} (?:have to|need to|must|owe|have got to)\\b`, "\\b(?:I|we)'ve got to\\b"),
  },
  {
    type: 'goal',
    confidence: 0.7,
    timed: true,
    pattern: anyOf(`${WE} (?:need|want) (?:an?|the|my|our|\\d+) \\w`),
  },
];

/** What happened. */
export const EVENT_RULES: readonly StatementRule[] = [
  {
    type: 'event',
    confidence: 0.8,
    timed: true,
    pattern: anyOf(`${WE}(?:'ve)?${ADVERBS} ${DEEDS}\\b`),
    unless: anyOf(String.raw`\b(?:a|the) (?:question|thought|idea|look)\b`),
  },
  {
    type: 'event',
    confidence: 0.7,
    pattern: anyOf(
      `${WE}(?:'ve)?${ADVERBS} ${words(
        'launched, released, shipped, deployed, graduated, joined, quit, migrated, upgraded, bought, adopted, ' +
          'moved (?:to|from|into), got (?:married|engaged|divorced|promoted|laid off|fired|hired), ' +
          'got an? (?:new )?(?:job|dog|cat|puppy|kitten|baby)',
      )}\\b`,
    ),
  },
];
