/** Newline-delimited JSON, one record a line, a slice in each piece. `toRecords`: what is written of a slice. */
export async function* ndjson<T>(
  slices: AsyncIterable<T[]>,
  toRecords: (slice: T[]) => Promise<unknown[]>,
): AsyncIterable<Buffer> {
  for await (const slice of slices) {
    const records = await toRecords(slice);
    yield Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }
}
