import { ADVERBS, anyOf, I, WE, withCase, words, type StatementRule } from './statement-rule';

const CONDITIONS = words(
  'an?, the, from, based, located, allergic, intolerant, lactose, gluten, celiac, vegan, vegetarian, pescatarian, ' +
    'diabetic, married, single, divorced, engaged, left-handed, right-handed, colou?r-?blind, dyslexic, deaf, blind, ' +
    'pregnant, retired, self-employed, unemployed, fluent, native, born, \\d+ years, responsible for, in charge of, ' +
    'part of, on the, in, new to, interested in, afraid of',
);
const OF_LIFE = words(
  'used to \\w+, live, lived, work, worked, was born, grew up, study, studied, speak, own, have (?!to\\b), use, code, ' +
    'program, teach, taught, majored, commute, drive, manage, lead, maintain, freelance, specialize, ' +
    'run (?:an?|my|on|linux|macos|windows|ubuntu|debian|arch), eat, drink, play, earn, train, volunteer, suffer, take, ' +
    "can only, can't (?:eat|drink|work|travel|drive|swim|hear|see)",
);
const OF_TEAMS = words(
  'use, run, have (?!to\\b), deploy, host, store, keep, support, track, release, ship, review, follow, need (?!to\\b), speak, ' +
    'rely on, depend on, target, test, build, write, log, monitor, pay, charge, sell, serve, maintain, own, ' +
    'work (?:in|with|on|at|from)',
);
const OF_THINGS = words(
  "is, are, was, were, isn't, aren't, wasn't, weren't, uses?, runs?, has, have, requires?, needs?, supports?, depends? on, " +
    'lives?, costs?, expires?, contains?, belongs? to, stores?, listens?, starts?, returns?, takes?, works?, ' +
    'shows?, arrived, went, broke, wants?, met, \\w+ed, ' +
    "doesn't, don't, does not, do not, can't, cannot, can, will, consists?, means, stands for, speaks?, sits, holds, " +
    'allows?, accepts?, expects?, sends?, reads?, writes?, owns?, handles?, manages?, targets?, defaults? to, ends?, ' +
    'opens?, closes?, deploys?, builds?, points? to, prefers?, likes?, happens?, goes, gets?, provides?, includes?, serves?',
);
/** What teams talk about. */
const THING = words(
  'project, repo, repository, codebase, service, app, application, api, server, backend, frontend, client, database, db, ' +
    'build, tests?, pipeline, ci, deploy, deployment, cluster, library, package, module, config, schema, table, endpoint, ' +
    'queue, cache, worker, scheduler, cron job, job, container, image, website, site, domain, cli, sdk, release, version, ' +
    'licen[cs]e, port, timeout, limit, quota, budget, contract, invoice, product, company, team, office, customers?, users?, ' +
    'plan, environment, staging, production, branch, migration, model, dataset, index, log, logs, backup, backups, domain name',
);
const DOCUMENTS = words(
  'repo(?:sitory)?, docs?, document(?:ation)?, design, spec, file, dashboard, ticket, pull request, PR, branch, wiki, ' +
    'spreadsheet, notebook, diagram, runbook, config(?:uration)?, script, page, board, slides?, report, channel, schema, logs?',
);
/** An address, a path, or a file. */
const PLACE = String.raw`(?:https?:\/\/\S+|(?:[\w.-]+\/)+[\w.-]+|[\w-]+\.(?:md|ts|js|py|json|ya?ml|toml|sql|sh|docx?|xlsx?|pdf|csv|log)\b)`;

export const CONTEXT_RULES: readonly StatementRule[] = [
  {
    type: 'context',
    confidence: 0.75,
    pattern: anyOf(
      `${WE}(?:'m| am|'re| are)(?: currently| now| still| mostly| both| all)? ${words(
        'working on, building, developing, migrating, learning, studying, designing, maintaining, preparing, researching, ' +
          'refactoring, rewriting, porting, renovating, organi[sz]ing, writing an?',
      )}\\b`,
      String.raw`^(?:this|the|our|my) (?:\w+ )?(?:project|app|application|repo|repository|codebase|service|product|company|startup|team) (?:is an?|provides|helps|aims|does)\b`,
    ),
  },
  {
    type: 'artifact',
    confidence: 0.8,
    byAssistant: true,
    pattern: anyOf(
      `\\b${DOCUMENTS}\\b.{0,80}\\b${words('is, are, lives?, located, found, hosted, stored, kept, at, in, under')}\\b.{0,30}${PLACE}`,
    ),
  },
  {
    type: 'observation',
    confidence: 0.7,
    pattern: anyOf(`${WE}(?:'ve)?${ADVERBS} (?:noticed?|observed?|saw that|see that|spotted)\\b`),
  },
];

/** Who somebody is. A name has a capital. */
export const IDENTITY_RULES: readonly StatementRule[] = [
  {
    type: 'fact',
    confidence: 0.85,
    pattern: withCase(
      String.raw`^(?:I'm|I am|My name is|My name's) \p{Lu}[\p{L}\p{M}'-]+(?: \p{Lu}[\p{L}\p{M}'-]+){0,2}(?: here| speaking)?[.!]*$`,
      String.raw`^(?:I'm|I am) \d{1,3}(?: years old)?[.!]*$`,
    ),
  },
  {
    type: 'relationship',
    confidence: 0.75,
    // Who does what in a team.
    pattern: withCase(
      `^\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)? ${words('owns, handles, manages, leads, maintains, runs, wrote, (?:is|are) (?:responsible for|in charge of|on (?:leave|vacation|holiday|call)|(?:our|the|my) \\w+), does the')}\\b`,
    ),
    unless: withCase('^(?:It|That|This|He|She|They|What|Who|There|Here|The|Everything|Nothing) '),
  },
  {
    type: 'fact',
    confidence: 0.75,
    // What happens again and again.
    pattern: anyOf(
      String.raw`^(?:I|we) (?!had|was|were|\p{L}+ed\b|will|can|could|need|want|have to)\p{Ll}{3,20} (?:\S+ ){0,6}?(?:every (?:\w+day|morning|evening|night|week|month|year|spring|summer|autumn|winter)|(?:on|at) (?:\w+days|weekends|night)|(?:once|twice) an?)\b`,
    ),
  },
];

/** How somebody is, and how they live. */
export const PERSONAL_FACT_RULES: readonly StatementRule[] = [
  {
    type: 'fact',
    confidence: 0.85,
    pattern: anyOf(
      `\\b(?:I(?:'m| am)|we(?:'re| are))(?: also| actually| still| now| currently| not| no longer| originally| half| both)* ${CONDITIONS}\\b`,
    ),
  },
  { type: 'fact', confidence: 0.8, pattern: anyOf(`${I}(?:'ve)?${ADVERBS} ${OF_LIFE}\\b`) },
];

/** How a team works. */
export const TEAM_FACT_RULES: readonly StatementRule[] = [
  {
    type: 'fact',
    confidence: 0.75,
    byAssistant: true,
    pattern: anyOf(`\\b(?:we|the team|our team)${ADVERBS}(?: only| can| can't| cannot)? ${OF_TEAMS}\\b`),
    unless: anyOf(String.raw`\b(?:a (?:problem|question|chance)|no (?:idea|choice|time)|it|that)[.!]*$`),
  },
];

/** A name, a number, a path or a piece of code. */
const SPECIFIC = String.raw`(?=.*(?:\d|[\w-][./_][\w-]|[/\x60]|(?<=\s)\p{Lu}\p{L}))`;
const FEELINGS = anyOf(
  String.raw`^(?:let|it|that|this|there|here|what|who|how|he|she|one|everything|your)'s\b|!$`,
  String.raw`\bmeans? (?:a lot|so much|everything|the world)\b`,
  String.raw`\b(?:is|are|was|were|been)(?: \w+ly| so| such| very| too)* (?:an? )?(?:inspiring|priceless|special|incredible|crucial|scary|exciting|excited|powerful|rewarding|tough|crazy|lucky|proud|happy|sad)\b`,
);

/** Anything else that says how a thing is; in the order of how near it is to who says it. */
export const GENERAL_FACT_RULES: readonly StatementRule[] = [
  {
    type: 'fact',
    confidence: 0.75,
    byAssistant: true,
    pattern: anyOf(
      `^(?:our|my|this ${THING}|[\\p{L}\\p{N}-]+'s)(?: \\S+){1,5}? ${OF_THINGS}\\b`,
      String.raw`^(?:our|my) (?:\S+ ){1,3}\p{Ll}{2,20}[^s\W]s (?=\S+)`,
    ),
    unless: anyOf(FEELINGS.source),
  },
  {
    type: 'fact',
    confidence: 0.7,
    byAssistant: true,
    pattern: anyOf(
      `^(?:the|this|all|each|every|both|most) (?:\\S+ ){0,3}?${THING} (?:\\S+ ){0,3}?${OF_THINGS}\\b`,
    ),
  },
  {
    type: 'fact',
    confidence: 0.7,
    byAssistant: true,
    pattern: withCase(
      `^(?:[Tt]he|[Aa]ll|[Ee]ach|[Ee]very|[Bb]oth|[Mm]ost) ${SPECIFIC}(?:\\S+ ){1,5}?${OF_THINGS}\\b`,
      `^\\p{Lu}\\p{L}+(?= )${SPECIFIC} (?:[\\p{L}\\p{N}]\\S* ){0,3}?${OF_THINGS}\\b`,
    ),
    unless: anyOf(
      FEELINGS.source,
      `^${words(
        'it, that, there, he, she, they, you, your, what, here, these, those, this, which, who, everything, nothing, something, ' +
          'someone, one, some, such, i, we, thanks, sounds, looks, seems, feels, glad, hope, sure, having, not, just, when, (?!staging|billing)\\w+ing, ' +
          'in, on, at, for, with, by, to, from, of, as, after, before, during',
      )}\\b`,
    ),
  },
];
