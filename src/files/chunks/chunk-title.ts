const LONGEST = 100;
/** Code points that the name of the file may take where the place needs the rest. */
const NAME_SHARE = 50;
const BETWEEN = ': ';
const LEFT_OUT = '…';

/** Names a chunk by its file and its place in it, in at most 100 code points: what is too long lacks its middle. */
export function chunkTitle(fileName: string, place: string | null): string {
  const name = oneLine(fileName);
  const where = place === null ? '' : oneLine(place);
  if (where === '') return shortened(name, LONGEST);
  const room = LONGEST - BETWEEN.length;
  const nameRoom = Math.max(NAME_SHARE, room - Array.from(where).length);
  const shownName = shortened(name, Math.min(nameRoom, room));
  return `${shownName}${BETWEEN}${shortened(where, room - Array.from(shownName).length)}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function shortened(text: string, longest: number): string {
  const points = Array.from(text);
  if (points.length <= longest) return text;
  const end = Math.floor((longest - 1) / 2);
  const start = longest - 1 - end;
  return `${points.slice(0, start).join('')}${LEFT_OUT}${points.slice(points.length - end).join('')}`;
}
