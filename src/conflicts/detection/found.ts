/** What a part of a text stands for. */
export interface Found<Value> {
  start: number;
  /** Behind its last character. */
  end: number;
  value: Value;
}

export function overlap(one: Found<unknown>, other: Found<unknown>): boolean {
  return one.start < other.end && other.start < one.end;
}
