export interface Change<Value> {
  older: Value;
  newer: Value;
}

export interface Pairing<Value> {
  changes: Change<Value>[];
  onlyOlder: Value[];
  onlyNewer: Value[];
}

/** Each value of the older side with the first free one of the newer side that matches it. */
export function pair<Value>(
  older: readonly Value[],
  newer: readonly Value[],
  matches: (one: Value, other: Value) => boolean,
): Pairing<Value> {
  const onlyNewer = [...newer];
  const onlyOlder: Value[] = [];
  const changes: Change<Value>[] = [];
  for (const each of older) {
    const at = onlyNewer.findIndex((other) => matches(each, other));
    const [other] = at === -1 ? [] : onlyNewer.splice(at, 1);
    if (other === undefined) onlyOlder.push(each);
    else changes.push({ older: each, newer: other });
  }
  return { changes, onlyOlder, onlyNewer };
}

/** As `pair`, of what has no equal on the other side. */
export function pairApart<Value>(
  older: readonly Value[],
  newer: readonly Value[],
  same: (one: Value, other: Value) => boolean,
  comparable: (one: Value, other: Value) => boolean,
): Pairing<Value> {
  const left = older.filter((each) => !newer.some((other) => same(each, other)));
  const right = newer.filter((each) => !older.some((other) => same(each, other)));
  return pair(left, right, comparable);
}
