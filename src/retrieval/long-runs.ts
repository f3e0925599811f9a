/** Whether the UTF-16 unit at a place of a text belongs to a run; false behind the end of the text. */
export type InRun = (text: string, at: number) => boolean;

/** The text with its runs of more than `longest` UTF-16 units cut to that length. Takes linear time. */
export function cutLongRuns(text: string, longest: number, inRun: InRun): string {
  let kept = '';
  let from = 0;
  // A run that is too long covers one of these places, which are not further apart than `longest`.
  for (let at = longest; at < text.length; at += longest) {
    if (!inRun(text, at)) continue;
    let start = at;
    while (start > from && inRun(text, start - 1)) start--;
    let end = at + 1;
    while (inRun(text, end)) end++;
    if (end - start <= longest) continue;
    kept += text.slice(from, start + longest);
    from = at = end;
  }
  return from === 0 ? text : kept + text.slice(from);
}
