import type { TruthFacts } from '../truth/facts';

/** Facts of some groups of people, and those that replace one of them. */
export interface FactHalf {
  facts: { key: string; content: string }[];
  updates: TruthFacts['updates'];
}

const groupOf = (key: string): number => Number(/\d+/.exec(key)?.[0] ?? 0);

/** Every second group: `train` for the weights, `report` for the figures. */
export function factHalves({ facts, updates }: TruthFacts): { train: FactHalf; report: FactHalf } {
  const groups = [...new Set(facts.map(({ key }) => groupOf(key)))].sort((a, b) => a - b);
  const isTrained = (key: string): boolean => groups.indexOf(groupOf(key)) % 2 === 0;
  const half = (isWanted: (key: string) => boolean): FactHalf => ({
    facts: facts.filter(({ key }) => isWanted(key)),
    updates: updates.filter(({ old }) => isWanted(old[0] ?? '')),
  });
  return { train: half(isTrained), report: half((key) => !isTrained(key)) };
}

const FIRST =
  'Alma Boris Cleo Dario Edda Farid Gwen Hugo Ilse Jamal Kaja Levi Mira Nils Orla Pablo Quinn Rosa Sven Tilda Umar Vera Wim Xenia Yann Zora'.split(
    ' ',
  );
const LAST =
  'Abbot Birch Cortez Dahl Ebner Falk Grieg Holm Iqbal Jensen Krause Lopez Marsh Novak Okafor Pryce Quist Ritter Silva Thorn Urban Vance Weiss Yoder Zeller'.split(
    ' ',
  );
const FULL_NAME = /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/gu;

/** The same facts about other people: what is alike and still is about somebody else. `copy`: 1 and up. */
export function renamed(facts: FactHalf['facts'], copy: number): FactHalf['facts'] {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { key, content } of facts) {
    for (const [name] of content.matchAll(FULL_NAME)) {
      const own = `${groupOf(key)} ${name}`;
      counts.set(own, (counts.get(own) ?? 0) + 1);
    }
  }
  const nameOf = (own: string): string => {
    let name = names.get(own);
    if (name === undefined) {
      const at = names.size * 7 + copy * 211;
      name = `${FIRST[at % FIRST.length]} ${LAST[Math.floor(at / FIRST.length) % LAST.length]}`;
      names.set(own, name);
    }
    return name;
  };
  const copies = facts.map(({ key, content }) => ({
    key: `${key} copy ${copy}`,
    content: content.replace(FULL_NAME, (name, at: number) => {
      const own = `${groupOf(key)} ${name}`;
      return at === 0 || (counts.get(own) ?? 0) > 2 ? nameOf(own) : name;
    }),
  }));
  // A fact without a name would be its own duplicate.
  return copies.filter(({ content }, at) => content !== facts[at]?.content);
}
