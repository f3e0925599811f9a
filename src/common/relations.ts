/** Persons and animals by whom they belong to, in English; the words of a line may mean the same one. */
const LINES = `
  mother mum mom mummy mama parent parents folks
  father dad daddy papa parent parents folks
  wife spouse partner married fiancée fiancee girlfriend
  husband spouse partner married fiancé fiance boyfriend
  son boy child children kid kids baby sons boys twins
  daughter girl child children kid kids baby daughters girls twins
  sister sisters sibling siblings
  brother brothers sibling siblings
  mother-in-law in-laws parents-in-law
  father-in-law in-laws parents-in-law
  sister-in-law in-laws
  brother-in-law in-laws
  grandmother grandma gran granny nana grandparents
  grandfather grandpa granddad grandad grandparents
  grandson grandsons grandchild grandchildren grandkids
  granddaughter granddaughters grandchild grandchildren grandkids
  aunt auntie
  uncle
  cousin cousins
  niece nieces
  nephew nephews
  friend friends mate mates
  neighbour neighbours neighbor neighbors
  flatmate flatmates roommate roommates housemate housemates
  boss manager supervisor
  colleague colleagues coworker coworkers teammate
  deputy
  assistant secretary
  landlord landlady
  tenant tenants
  teacher tutor
  coach trainer
  nanny babysitter childminder
  carer caregiver
  cleaner
  gardener
  dog dogs puppy pet pets
  cat cats kitten pet pets
  rabbit rabbits bunny pet pets
  hamster pet pets
  parrot bird budgie pet pets
  horse pony pet pets`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '));

/** By word: the lines that have it. */
const LINES_OF = new Map<string, number[]>();
for (const [at, words] of LINES.entries())
  for (const word of words) LINES_OF.set(word, [...(LINES_OF.get(word) ?? []), at]);

/** The numbers of the relations that a word may mean: `dad` and `father` share one, `dad` and `son` none. */
export function relationsOf(word: string): readonly number[] {
  return LINES_OF.get(word) ?? [];
}

/** By word: other words for a relation, `father` and `parents` for `dad`. */
export const OTHER_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  [...LINES_OF].map(([word, lines]) => [
    word,
    [...new Set(lines.flatMap((at) => LINES[at] ?? []))].filter((other) => other !== word),
  ]),
);
