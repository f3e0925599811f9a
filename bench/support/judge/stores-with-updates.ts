import path from 'node:path';
import { divided, isNotebook, labelledStores, type LabelledStores, readFolder } from '../labelled-stores';
import type { FactHalf } from './fact-stores';

/** The facts of one store, and those that replace one of them. */
export interface LabelledStore extends FactHalf {
  name: string;
  /** The name of its set, which may have several. */
  set: string;
}

/** Stores of facts and updates without questions. */
const FOLDER = path.join(__dirname, '../../labelled/updates');

/** Each labelled store that has updates by itself: `trained` for the weights, and those that are only measured. */
export async function storesWithUpdates(): Promise<{ trained: LabelledStore[]; measured: LabelledStore[] }> {
  const { trained, heldOut } = await labelledStores();
  const further = divided(
    (await readFolder<Omit<LabelledStore, 'set'>>(FOLDER)).map((each) => ({ ...each, set: each.name })),
  );
  return {
    trained: [...trained.filter((set) => !isNotebook(set)).flatMap(separate), ...further.trained],
    measured: [...heldOut.flatMap(separate), ...further.heldOut],
  };
}

/** One set holds one store, or several, which are distinguished by their number. */
function separate({ name, facts, updates }: LabelledStores): LabelledStore[] {
  const stores = [...new Set(updates.map(({ store }) => store))];
  return stores.map((store) => ({
    name: store === undefined ? name : `${name} ${store}`,
    set: name,
    facts: facts.filter((fact) => fact.store === store),
    updates: updates.filter((update) => update.store === store),
  }));
}
