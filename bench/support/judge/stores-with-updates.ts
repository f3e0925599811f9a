import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { labelledStores, type LabelledStores } from '../labelled-stores';
import type { FactHalf } from './fact-stores';

/** The facts of one store, and those that replace one of them. */
export interface LabelledStore extends FactHalf {
  name: string;
}

/** Stores of facts and updates without questions. */
const FOLDER = path.join(__dirname, '../../labelled/updates');

/** Each labelled store that has updates by itself: `trained` for the weights, and those that are only measured. */
export async function storesWithUpdates(): Promise<{ trained: LabelledStore[]; measured: LabelledStore[] }> {
  const { trained, heldOut } = await labelledStores();
  const further = await readFurther();
  const isHeldOut = ({ name }: LabelledStore): boolean => name.startsWith('held-out');
  return {
    trained: [...trained.flatMap(separate), ...further.filter((store) => !isHeldOut(store))],
    measured: [...heldOut.flatMap(separate), ...further.filter(isHeldOut)],
  };
}

async function readFurther(): Promise<LabelledStore[]> {
  const files = (await readdir(FOLDER)).sort();
  return Promise.all(
    files.map(async (file): Promise<LabelledStore> => {
      const read = JSON.parse(await readFile(path.join(FOLDER, file), 'utf8')) as Omit<LabelledStore, 'name'>;
      return { ...read, name: path.basename(file, '.json') };
    }),
  );
}

/** One set holds one store, or several, which are distinguished by their number. */
function separate({ name, facts, updates }: LabelledStores): LabelledStore[] {
  const stores = [...new Set(updates.map(({ store }) => store))];
  return stores.map((store) => ({
    name: store === undefined ? name : `${name} ${store}`,
    facts: facts.filter((fact) => fact.store === store),
    updates: updates.filter((update) => update.store === store),
  }));
}
