import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hashText } from '../../src/common/hash-text';
import type { Memory } from '../../src/backend/memory';
import type { ScoredMemory } from '../../src/backend/memory-search';
import { MemoryIndex } from '../../src/retrieval/memory-index';
import type { VectorSpace } from '../../src/retrieval/vectors';
import { storedMemory } from '../../test/support/memories';
import { readFactQuestions, readFacts } from './fact-dataset';
import { factHalves } from './judge/fact-stores';
import { SEARCH, spaceOf, storedDocument } from './judge/pair-store';
import type { Embed } from './truth/baselines';

/** Facts of one or several stores, and questions with the keys of the facts that answer them. */
export interface LabelledStores {
  name: string;
  facts: { key: string; content: string; store?: number }[];
  questions: { question: string; gold: string[]; kind?: string; store?: number }[];
  /** `old`: keys of the facts that `new` replaces. */
  updates: { question: string; old: string[]; new: string; store?: number }[];
}

/** A question with what a store brings for it. */
export interface Asked {
  question: string;
  /** Ids of the memories that answer it; none where the store holds none of them. */
  gold: readonly string[];
  found: readonly ScoredMemory[];
}

/** A question asked of a store to which the updates were added. */
export interface AskedLater extends Asked {
  /** Ids of the memories that do not hold any more; none for a question about something else. */
  old: readonly string[];
}

const FOLDER = path.join(__dirname, '../labelled/stores');
/** As many as recall compares. */
const FOUND = 10;

/** How many parts a store is cut into. A question is asked of the part that holds its answer, and of one that does not. */
export const PARTS = [1, 2, 8, 30] as const;

/**
 * The sets that weights are made from, and all that are measured. `facts`: a file as for `npm run bench -- truth`, of which
 * one half of its people is for training, and the other one is measured; null for none.
 */
export async function labelledSets(
  facts: string | null,
): Promise<{ trained: LabelledStores[]; measured: LabelledStores[] }> {
  const { trained, heldOut } = await labelledStores();
  if (facts === null) return { trained, measured: [...trained, ...heldOut] };
  const { train, report } = halvesOf(await readSet<LabelledStores>(facts));
  return { trained: [...trained, train], measured: [...trained, ...heldOut, report] };
}

/** The sets of this repository: `trained` for the weights, and those that are only measured. */
export async function labelledStores(): Promise<{ trained: LabelledStores[]; heldOut: LabelledStores[] }> {
  return divided([...(await readFolder<LabelledStores>(FOLDER)), ...(await factsByHalf())]);
}

/** By their names: those called `held-out …` are only measured. */
export function divided<Set extends { name: string }>(
  sets: readonly Set[],
): { trained: Set[]; heldOut: Set[] } {
  const isHeldOut = ({ name }: Set): boolean => name.startsWith('held-out');
  return { trained: sets.filter((each) => !isHeldOut(each)), heldOut: sets.filter(isHeldOut) };
}

/** Plain notes and questions. The weights of links and of newer values are not better with them (docs/adr/0078). */
export function isNotebook({ name }: { name: string }): boolean {
  return name.startsWith('notes-of-');
}

/** The sets of a folder, by the names of their files. */
export async function readFolder<Set extends { name: string }>(folder: string): Promise<Set[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(names.map((name) => readSet<Set>(path.join(folder, name))));
}

/** Those of `npm run bench -- facts`. */
async function factsByHalf(): Promise<LabelledStores[]> {
  const facts = (await readFacts()).map(({ id, content }) => ({ key: id, content }));
  const questions = await readFactQuestions();
  return ['development', 'held-out'].map((name) => ({
    name: `${name} facts`,
    facts,
    updates: [],
    questions: questions
      .filter(({ half }) => half === name)
      .map(({ question, right, kind }) => ({ question, gold: right, kind })),
  }));
}

async function readSet<Set extends { name: string }>(file: string): Promise<Set> {
  const read = JSON.parse(await readFile(file, 'utf8')) as Omit<Set, 'name'>;
  return { ...read, name: path.basename(file, '.json') } as Set;
}

/** As the judge of changes divides them: every second group of people, each with the questions about it. */
function halvesOf(set: LabelledStores): { train: LabelledStores; report: LabelledStores } {
  const { train, report } = factHalves(set);
  const halfOf = (
    { facts, updates }: Pick<LabelledStores, 'facts' | 'updates'>,
    isReport: boolean,
  ): LabelledStores => {
    const keys = new Set(facts.map(({ key }) => key));
    // Every second question without an answer.
    const questions = set.questions.filter(({ gold: [key] }, at) =>
      key === undefined ? (at % 2 === 1) === isReport : keys.has(key),
    );
    return { name: `${set.name} ${isReport ? 'report' : 'train'}`, facts, questions, updates };
  };
  return { train: halfOf(train, false), report: halfOf(report, true) };
}

/** A set with its updates among its facts, stored last: each question about one is answered by it and by what it replaces. */
export function withUpdates(set: LabelledStores): LabelledStores {
  const newOf = new Map(set.updates.flatMap(({ old }, at) => old.map((key) => [key, newKey(at)] as const)));
  const changed = new Set(set.updates.map(({ question }) => question));
  const answering = (keys: readonly string[]): string[] => [
    ...new Set(keys.flatMap((key) => [key, newOf.get(key) ?? key])),
  ];
  const others = set.questions.filter(({ question }) => !changed.has(question));
  return {
    ...set,
    facts: [
      ...set.facts,
      ...set.updates.map(({ new: content, store }, at) => ({ key: newKey(at), content, store })),
    ],
    questions: [
      ...others.map((each) => ({ ...each, gold: answering(each.gold) })),
      ...set.updates.map(({ question, old, store }) => ({ question, gold: answering(old), store })),
    ],
  };
}

/** What the stores bring for their questions, where each is cut into `parts`. */
export async function askAll(
  { facts, questions }: LabelledStores,
  parts: number,
  embed: Embed | null,
): Promise<Asked[]> {
  const space = embed === null ? null : await spaceOf(embed);
  const asked: Asked[] = [];
  for (const store of new Set(facts.map((fact) => fact.store))) {
    const own = facts.filter((fact) => fact.store === store);
    const indexes: PartIndex[] = [];
    for (let part = 0; part < parts; part++) {
      const held = own.filter(({ key }) => partOf(key, parts) === part);
      indexes.push(await indexOf(held, space, embed));
    }
    for (const each of questions.filter((question) => question.store === store))
      for (const part of partsAsked(each, indexes)) asked.push(await ask(each, part, embed));
  }
  return asked;
}

/**
 * What the whole stores bring when the updates were added last: for the questions about these, and for those about what did
 * not change.
 */
export async function askLater(
  { facts, questions, updates }: LabelledStores,
  embed: Embed | null,
): Promise<AskedLater[]> {
  const space = embed === null ? null : await spaceOf(embed);
  const changed = new Set(updates.flatMap(({ question, old }) => [question, ...old]));
  const others = questions.filter(
    ({ question, gold }) => gold.length > 0 && ![question, ...gold].some((each) => changed.has(each)),
  );
  const asked: AskedLater[] = [];
  for (const store of new Set(updates.map((update) => update.store))) {
    const own = facts.filter((fact) => fact.store === store);
    const news = updates.flatMap((update, at) =>
      update.store === store ? [{ key: newKey(at), content: update.new }] : [],
    );
    const index = await indexOf([...own, ...news], space, embed);
    for (const [at, { question, old, store: of }] of updates.entries())
      if (of === store) asked.push({ ...(await ask({ question, gold: [newKey(at)] }, index, embed)), old });
    for (const each of others.filter((question) => question.store === store))
      asked.push({ ...(await ask(each, index, embed)), old: [] });
  }
  return asked;
}

/** Keys of facts have no space. */
const NEW = 'new ';
const newKey = (at: number): string => NEW + at;

/** Whether it is one of the updates. */
export function isNew(id: string): boolean {
  return id.startsWith(NEW);
}

interface PartIndex {
  index: MemoryIndex;
  /** By key; each is dated by its place. */
  memories: ReadonlyMap<string, Memory>;
}

const partOf = (key: string, parts: number): number => hashText(key, parts) % parts;

/** One that holds an answer, and one that holds none. */
function partsAsked(
  { question, gold }: LabelledStores['questions'][number],
  indexes: readonly PartIndex[],
): PartIndex[] {
  const holds = ({ memories }: PartIndex): boolean => gold.some((key) => memories.has(key));
  const first = partOf(question, indexes.length);
  const others = [...indexes.slice(first), ...indexes.slice(0, first)].filter(
    (part) => part.memories.size > 0 && !holds(part),
  );
  return [...indexes.filter(holds).slice(0, 1), ...others.slice(0, 1)];
}

async function ask(
  { question, gold }: LabelledStores['questions'][number],
  { index, memories }: PartIndex,
  embed: Embed | null,
): Promise<Asked> {
  const [values] = embed === null ? [] : await embed([question]);
  const vector = values === undefined ? null : { spaceId: 1, values };
  const { hits } = index.search({ ...SEARCH, text: question, limit: FOUND, vector });
  const found = hits.flatMap((hit) => {
    const memory = memories.get(hit.id);
    return memory ? [{ ...hit, memory }] : [];
  });
  return { question, gold: gold.filter((key) => memories.has(key)), found };
}

async function indexOf(
  facts: LabelledStores['facts'],
  space: VectorSpace | null,
  embed: Embed | null,
): Promise<PartIndex> {
  const vectors = embed === null ? [] : await embed(facts.map(({ content }) => content));
  const index = new MemoryIndex('english', space);
  facts.forEach(({ key, content }, at) =>
    index.upsert(storedDocument({ id: key, text: content }, at, vectors[at])),
  );
  const memories = facts.map(({ key, content }, at) =>
    storedMemory({ id: key, content, createdAt: new Date(1000 * at) }),
  );
  return { index, memories: new Map(memories.map((memory) => [memory.id, memory])) };
}
