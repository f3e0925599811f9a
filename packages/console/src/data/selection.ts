/** What is selected in a list: some ids, or all that match its filter but some. */
export interface Selection {
  isAll: boolean;
  /** Selected ones, or with `isAll` those that are left out. */
  ids: ReadonlySet<string>;
  /** Where a range begins; null before the first choice. */
  anchor: string | null;
}

export const NOTHING: Selection = { isAll: false, ids: new Set(), anchor: null };
export const EVERYTHING: Selection = { isAll: true, ids: new Set(), anchor: null };

export function isSelected({ isAll, ids }: Selection, id: string): boolean {
  return ids.has(id) !== isAll;
}

export function toggled(selection: Selection, id: string): Selection {
  return { ...withAll(selection, [id], !isSelected(selection, id)), anchor: id };
}

/** From the anchor to `id` in the order of the list, as the anchor is. Without an anchor in the list only `id` changes. */
export function toggledRange(selection: Selection, id: string, order: readonly string[]): Selection {
  const { anchor } = selection;
  const [from, to] = [order.indexOf(anchor ?? ''), order.indexOf(id)];
  if (anchor === null || from === -1 || to === -1) return toggled(selection, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ...withAll(selection, range, isSelected(selection, anchor)), anchor: id };
}

/** `total`: how many match; null when that is not known. Null for a number that is not known. */
export function countOf({ isAll, ids }: Selection, total: number | null): number | null {
  if (!isAll) return ids.size;
  return total === null ? null : Math.max(0, total - ids.size);
}

function withAll({ isAll, ids, anchor }: Selection, some: readonly string[], isIn: boolean): Selection {
  const changed = new Set(ids);
  for (const id of some) {
    if (isIn === isAll) changed.delete(id);
    else changed.add(id);
  }
  return { isAll, ids: changed, anchor };
}
