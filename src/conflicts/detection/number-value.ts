export interface NumberValue {
  text: string;
  /** In the units of the dimension where there is one; else as written, so that versions compare too. */
  amount: string;
  /** Such as `duration`; null for a bare number and for things counted. */
  dimension: string | null;
  /** The keys of what may be counted: the words behind. */
  counted: string[];
  /** The key of the word before: "port 8080". */
  label: string | null;
}

export function isSameNumber(one: NumberValue, other: NumberValue): boolean {
  return one.amount === other.amount && one.dimension === other.dimension;
}

/** Whether both measure, count or number the same kind of thing. */
export function areComparable(one: NumberValue, other: NumberValue): boolean {
  if (one.dimension !== other.dimension) return false;
  if (one.dimension !== null) return true;
  if (one.label !== null && other.label !== null) return one.label === other.label;
  if (one.counted.length === 0 || other.counted.length === 0) return true;
  return one.counted.some((key) => other.counted.includes(key));
}
