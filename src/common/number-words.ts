/** English words for 0 to 12, each at the place of its number. */
export const NUMBER_WORDS: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Days, months, seasons and quarters in lower case, as notes give them, in English and German. */
export const TIME_WORDS: ReadonlySet<string> = new Set(
  'january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun spring summer autumn winter q1 q2 q3 q4 januar februar märz juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag sommer herbst'.split(
    ' ',
  ),
);
