import { ABOUT_THE_USER } from './about-the-user';
import { BUSINESS_NOTES } from './business-notes';
import { CHANGE_KINDS, type ChangeKind, type PairLines } from './pair-lines';
import { CHATTY_USER } from './chatty-user';
import { FRIENDS_TALK } from './friends-talk';
import { GERMAN_CHAT } from './german-chat';
import { GERMAN_NOTES } from './german-notes';
import { GERMAN_SPEAKER } from './german-speaker';
import { HELD_OUT_HOME } from './held-out-home';
import { HELD_OUT_TEAM } from './held-out-team';
import { OPS_LOG } from './ops-log';
import { OTHER_WORDS } from './other-words';
import { PEOPLE_NOTES } from './people-notes';
import { PREFERENCE_NOTES } from './preference-notes';
import { PROJECT_DIARY } from './project-diary';
import { SECOND_LANGUAGE } from './second-language';
import { SOFTWARE_NOTES } from './software-notes';
import { TEAM_NOTES } from './team-notes';
import { TERSE_AGENT } from './terse-agent';
import { USER_NOTES } from './user-notes';
import { USER_TURNS } from './user-turns';

/** Whose way of writing a pair has. */
const CHANGE_AUTHORS = [
  'terse-agent',
  'chatty-user',
  'second-language',
  'ops-log',
  'about-the-user',
  'team-notes',
  'german-speaker',
  'user-turns',
  'friends-talk',
  'other-words',
  'project-diary',
  'preference-notes',
  'german-chat',
  'german-notes',
  'user-notes',
  'software-notes',
  'people-notes',
  'business-notes',
  'held-out-home',
  'held-out-team',
] as const;
export type ChangeAuthor = (typeof CHANGE_AUTHORS)[number];

export type PairLabel = 'update' | 'contradiction' | 'duplicate' | 'none';

/** A pair of memories in the order in which they were stored. */
export interface ChangePair {
  older: string;
  newer: string;
  label: PairLabel;
  /** `explicit`, `implicit`, `reversed` (the newer text speaks of an earlier time), `partial`, `never`, `paraphrase`; for `none` what differs. */
  form: string;
  kind: ChangeKind;
  author: ChangeAuthor;
  /** Whether the second reading would have chosen another label. */
  doubtful: boolean;
}

const LINES: Record<ChangeAuthor, PairLines> = {
  'terse-agent': TERSE_AGENT,
  'chatty-user': CHATTY_USER,
  'second-language': SECOND_LANGUAGE,
  'ops-log': OPS_LOG,
  'about-the-user': ABOUT_THE_USER,
  'team-notes': TEAM_NOTES,
  'german-speaker': GERMAN_SPEAKER,
  'user-turns': USER_TURNS,
  'friends-talk': FRIENDS_TALK,
  'other-words': OTHER_WORDS,
  'project-diary': PROJECT_DIARY,
  'preference-notes': PREFERENCE_NOTES,
  'german-chat': GERMAN_CHAT,
  'german-notes': GERMAN_NOTES,
  'user-notes': USER_NOTES,
  'software-notes': SOFTWARE_NOTES,
  'people-notes': PEOPLE_NOTES,
  'business-notes': BUSINESS_NOTES,
  'held-out-home': HELD_OUT_HOME,
  'held-out-team': HELD_OUT_TEAM,
};

/**
 * All pairs. Those of the first seven authors were written before any feature of the judge and before the rules were read,
 * the others before any feature was changed for them. Those of the last six were written in one way, of plain notes, after
 * faults had been found in such notes.
 */
export const CHANGE_PAIRS: ChangePair[] = CHANGE_AUTHORS.flatMap((author) =>
  CHANGE_KINDS.flatMap((kind) => pairsOf(LINES[author][kind] ?? '', kind, author)),
);

/** Those whose pairs are all for training, or all held out. */
const WHOLE: Partial<Record<ChangeAuthor, ChangeUse>> = {
  'user-notes': 'trained',
  'software-notes': 'trained',
  'people-notes': 'trained',
  'business-notes': 'trained',
  'held-out-home': 'held out',
  'held-out-team': 'held out',
};

/** `test`: about a third of the cells of author and kind, every kind and every other author among them. */
export type ChangeUse = 'trained' | 'test' | 'held out';

export function useOf({ author, kind }: Pick<ChangePair, 'author' | 'kind'>): ChangeUse {
  const isTest = (CHANGE_AUTHORS.indexOf(author) + CHANGE_KINDS.indexOf(kind)) % 3 === 0;
  return WHOLE[author] ?? (isTest ? 'test' : 'trained');
}

function pairsOf(lines: string, kind: ChangeKind, author: ChangeAuthor): ChangePair[] {
  return lines
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [head = '', older = '', newer = ''] = line.split(' | ');
      const [label, form = '', doubt] = head.split(' ');
      return { older, newer, label: label as PairLabel, form, kind, author, doubtful: doubt === '?' };
    });
}
