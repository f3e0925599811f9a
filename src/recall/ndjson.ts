/** Newline-delimited JSON, one item a line, a slice in each piece. */
export async function* ndjson<T>(
  slices: AsyncIterable<T[]>,
  toJson: (item: T) => unknown,
): AsyncIterable<Buffer> {
  for await (const slice of slices) {
    yield Buffer.from(slice.map((item) => `${JSON.stringify(toJson(item))}\n`).join(''));
  }
}
