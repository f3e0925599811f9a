import type { MemoryRow } from './memory-rows';

/** Rows that are read for a listing of a few, where damaged ones come first. */
const MOST_ROWS = 10_000;

/** The first `limit` sound rows, and the damaged ones before them, for which it reads further. */
export async function soundRows<Row extends MemoryRow>(
  read: (most: number) => Promise<Row[]>,
  limit: number,
): Promise<Row[]> {
  for (let most = limit; ; most = Math.min(MOST_ROWS, 4 * most)) {
    const rows = await read(most);
    const sound = rows.filter((row) => row.is_sound).length;
    if (sound >= limit || rows.length < most || most >= MOST_ROWS) return firstSound(rows, limit);
  }
}

/** The shortest beginning of the rows that holds `limit` sound ones. */
function firstSound<Row extends MemoryRow>(rows: readonly Row[], limit: number): Row[] {
  let left = limit;
  return rows.filter(({ is_sound: isSound }) => left > 0 && (!isSound || left-- > 0));
}
