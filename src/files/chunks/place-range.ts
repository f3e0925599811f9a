const NUMBERED =
  /^(?<before>.*?)\b(?<unit>page|row|record|line|paragraph|slide)s? (?<first>\d+)(?:-(?<last>\d+))?$/u;

/** The place of what reaches from one place to another one, such as `Sheet1, rows 12-40`. */
export function placeRange(first: string | null, last: string | null): string | null {
  if (first === null || last === null || first === last) return last ?? first;
  // A heading and what stands below it.
  if (last.startsWith(`${first} > `)) return last;
  return numberedRange(first, last) ?? `${first} to ${last}`;
}

function numberedRange(first: string, last: string): string | null {
  const [from, to] = [NUMBERED.exec(first)?.groups, NUMBERED.exec(last)?.groups];
  if (!from || !to || from.before !== to.before || from.unit !== to.unit) return null;
  return `${to.before}${to.unit}s ${from.first}-${to.last ?? to.first}`;
}
