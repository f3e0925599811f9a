/** What texts can be written in: languages with a stemmer; `none` takes words as they are. */
export const LANGUAGES = [
  'arabic',
  'armenian',
  'bulgarian',
  'danish',
  'dutch',
  'english',
  'finnish',
  'french',
  'german',
  'greek',
  'hungarian',
  'indian',
  'indonesian',
  'irish',
  'italian',
  'lithuanian',
  'nepali',
  'norwegian',
  'portuguese',
  'romanian',
  'russian',
  'sanskrit',
  'serbian',
  'spanish',
  'swedish',
  'tamil',
  'turkish',
  'ukrainian',
  'none',
] as const;

export type Language = (typeof LANGUAGES)[number];

/** Throws a RangeError for a name that is none of them. */
export function toLanguage(name: string): Language {
  const language = LANGUAGES.find((each) => each === name);
  if (language === undefined) throw new RangeError(`There are no rules for the language ${name}`);
  return language;
}
