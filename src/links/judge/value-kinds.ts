/** What a number measures, by the word or sign next to it. */
const UNITS: Record<string, string> = {
  money: 'eur euro euros usd dollar dollars gbp pound pounds franc francs chf cent cents quid',
  share: '% percent prozent',
  span: 's sec secs second seconds min mins minute minutes h hour hours day days night nights week weeks month months year years ms sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren',
  size: 'kb mb gb tb kib mib gib mbps gbit',
  weight: 'g kg mg lb lbs ton tons gramm kilo',
  length: 'm cm mm km ft feet miles inch',
  hour: "am pm uhr o'clock",
};
const UNIT_OF = new Map(
  Object.entries(UNITS).flatMap(([kind, line]) => line.split(' ').map((word) => [word, kind] as const)),
);
const DAYS = 'mon tue wed thu fri sat sun'.split(' ');
const DAY =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?$|^(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s?$/;
const GERMAN_DAYS: Record<string, string> = {
  mon: 'mon',
  die: 'tue',
  mit: 'wed',
  don: 'thu',
  fre: 'fri',
  sam: 'sat',
  son: 'sun',
};
const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|q[1-4]|spring|summer|autumn|winter)$/;
const OFTEN =
  /^(?:daily|weekly|hourly|monthly|yearly|quarterly|once|twice|fortnightly|biweekly|every|täglich|wöchentlich|monatlich)$/;
const PART = /([€$£#]?)(\d[\d.,:]*)(\p{L}+|%)?|[\p{L}']+|%/gu;
const NUMBER_WORDS = new Map(
  'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, at) => [word, String(at + 2)]),
);

/** By what is measured ("money", "day", "hour", "date", "version"): the values that a text names. */
export type Kinds = ReadonlyMap<string, ReadonlySet<string>>;

export function kindsOf(text: string): Kinds {
  const kinds = new Map<string, Set<string>>();
  const add = (kind: string, value: string): void => {
    kinds.set(kind, (kinds.get(kind) ?? new Set<string>()).add(value));
  };
  const parts = [...text.toLowerCase().matchAll(PART)];
  parts.forEach(([part, sign = '', digits, end = ''], at) => {
    const next = parts[at + 1]?.[0] ?? '';
    const number = digits?.replace(/[.,:]$/, '') ?? NUMBER_WORDS.get(part);
    if (number === undefined) return addWord(part, add);
    const before = parts[at - 1]?.[0] ?? '';
    const kind = kindOf({ sign, number, end, next, before });
    if (kind !== null) add(kind, number.replaceAll(',', ''));
  });
  return kinds;
}

function addWord(word: string, add: (kind: string, value: string) => void): void {
  const start = word.slice(0, 3);
  if (DAY.test(word)) add('day', DAYS.includes(start) ? start : (GERMAN_DAYS[start] ?? start));
  else if (MONTH.test(word)) add('date', start);
  else if (OFTEN.test(word)) add('often', word);
}

interface NumberPlace {
  sign: string;
  number: string;
  end: string;
  next: string;
  before: string;
}

/** Null for a number of which nothing says what it measures. */
function kindOf({ sign, number, end, next, before }: NumberPlace): string | null {
  if (sign !== '' && sign !== '#') return 'money';
  const unit = UNIT_OF.get(end) ?? UNIT_OF.get(next);
  if (unit !== undefined) return unit;
  if (number.includes(':')) return 'hour';
  if (/^(?:st|nd|rd|th)$/.test(end) || MONTH.test(next) || MONTH.test(before)) return 'date';
  if (/^\d+\.\d+\.\d|^\d+\.\d+$/.test(number) || before === 'v' || before === 'version') return 'version';
  return null;
}

/** How many kinds have values in both, and whether one of them has a value in each that the other lacks. */
export function comparedKinds(one: Kinds, other: Kinds): { shared: number; differing: number } {
  let [shared, differing] = [0, 0];
  for (const [kind, values] of one) {
    const others = other.get(kind);
    if (others === undefined) continue;
    shared++;
    if ([...values].some((value) => !others.has(value)) && [...others].some((value) => !values.has(value)))
      differing++;
  }
  return { shared, differing };
}
