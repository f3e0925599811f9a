/** What a unit measures, and how many of the dimension's own units it is. */
interface Unit {
  dimension: string;
  factor: number;
}

const UNITS: Readonly<Record<string, readonly [factor: number, names: string]>> = {
  'duration:1': [0.001, 'ms millisecond milliseconds msec'],
  'duration:2': [1, 's sec secs second seconds'],
  'duration:3': [60, 'min mins minute minutes'],
  'duration:4': [3600, 'h hr hrs hour hours'],
  'duration:5': [86_400, 'd day days'],
  'duration:6': [604_800, 'week weeks wk wks'],
  'duration:7': [2_592_000, 'month months'],
  'duration:8': [31_536_000, 'year years yr yrs'],
  'size:1': [1, 'byte bytes'],
  'size:2': [1024, 'kb kib kilobyte kilobytes'],
  'size:3': [1024 ** 2, 'mb mib megabyte megabytes'],
  'size:4': [1024 ** 3, 'gb gib gigabyte gigabytes'],
  'size:5': [1024 ** 4, 'tb tib terabyte terabytes'],
  'length:1': [0.001, 'mm millimetre millimetres millimeter millimeters'],
  'length:2': [0.01, 'cm centimetre centimetres centimeter centimeters'],
  'length:3': [1, 'm metre metres meter meters'],
  'length:4': [1000, 'km kilometre kilometres kilometer kilometers'],
  'length:5': [1609.344, 'mi mile miles'],
  'weight:1': [0.001, 'g gram grams'],
  'weight:2': [1, 'kg kilo kilos kilogram kilograms'],
  'weight:3': [0.453_592, 'lb lbs pound pounds'],
  'share:1': [1, '% percent'],
  'eur:1': [1, '€ eur euro euros'],
  'usd:1': [1, '$ usd dollar dollars'],
  'gbp:1': [1, '£ gbp'],
  'chf:1': [1, 'chf'],
  'frequency:1': [1, 'times'],
};

const units = new Map<string, Unit>();
for (const [key, [factor, names]] of Object.entries(UNITS)) {
  const dimension = key.slice(0, key.indexOf(':'));
  for (const name of names.split(' ')) units.set(name, { dimension, factor });
}

/** Null for a word that is no unit, such as that of things counted. */
export function unitOf(word: string): Unit | null {
  // `D` and `H` are no days and hours.
  return units.get(word.length === 1 ? word : word.toLowerCase()) ?? null;
}

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    dozen: 12,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    ninety: 90,
    hundred: 100,
    thousand: 1000,
  }),
);

export const NUMBER_WORD = [...NUMBER_WORDS.keys()].join('|');

const SCALE: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000, bn: 1_000_000_000 };

/** `1,000`, `2.5`, `three`; null for a number of more than one point, such as a version. */
export function amountOf(written: string, scale: string | null): number | null {
  const named = NUMBER_WORDS.get(written.toLowerCase());
  if (named !== undefined) return named;
  const amount = Number(written.replaceAll(',', ''));
  return Number.isFinite(amount) ? amount * (SCALE[scale?.toLowerCase() ?? ''] ?? 1) : null;
}
