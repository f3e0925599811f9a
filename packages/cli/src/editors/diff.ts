const CONTEXT = 3;

/** The difference of two texts in the form of `diff -u`, in one piece from the first changed line to the last. */
export function diffOf(file: string, before: string | null, after: string | null): string {
  const [old, young] = [linesOf(before), linesOf(after)];
  const start = commonStart(old, young);
  const end = commonStart(old.slice(start).toReversed(), young.slice(start).toReversed());
  const from = Math.max(0, start - CONTEXT);
  const removed = old.slice(start, old.length - end);
  const added = young.slice(start, young.length - end);
  const lead = old.slice(from, start);
  const trail = old.slice(old.length - end, old.length - end + CONTEXT);
  const count = lead.length + trail.length;
  return [
    `--- ${before === null ? '/dev/null' : file}`,
    `+++ ${after === null ? '/dev/null' : file}`,
    `@@ -${rangeOf(from, count + removed.length)} +${rangeOf(from, count + added.length)} @@`,
    ...lead.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...trail.map((line) => ` ${line}`),
    '',
  ].join('\n');
}

function rangeOf(from: number, count: number): string {
  return `${count === 0 ? 0 : from + 1},${count}`;
}

function linesOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  return text.replace(/\n$/, '').split('\n');
}

function commonStart(one: string[], other: string[]): number {
  const most = Math.min(one.length, other.length);
  const differs = one.findIndex((line, index) => line !== other[index]);
  return differs === -1 ? most : Math.min(differs, most);
}
