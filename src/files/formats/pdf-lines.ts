/** A line of a page. */
export interface PdfLine {
  text: string;
  /** Of its first and last character, in points. */
  left: number;
  right: number;
  /** Of its base line from the bottom of the page, in points. */
  y: number;
  /** Of its letters, in points. */
  height: number;
}

/** A gap of more heights than this between base lines begins a paragraph. */
const PARAGRAPH_GAP = 1.8;
/** Heights; what is further in stands beside, or is centred. */
const MAX_INDENT = 4;
/** A line that reaches this part of the widest one goes on in the next. */
const FULL_LINE = 0.75;
/** Parts of words that keep their hyphen: `self-made`. */
const keepsHyphen =
  /(?:^|[^\p{L}])(?:self|non|well|ex|all|half|high|low|long|short|cross|quasi|co|re|pre|post|anti|multi|two|three|first|second|real|full|open|end|on|off|in|up|so|e)-$/iu;
const startsItem = /^(?:[•‣▪●○–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/i;

/**
 * Whether a word is divided at the end of a line. Only a letter before the hyphen and a small one after it tell so,
 * and a word that has another hyphen keeps it: `state-of-the-` `art`.
 */
export function isDivided(line: string, next: string): boolean {
  if (line.endsWith('\u00ad')) return true;
  if (!/\p{L}{2}[-\u2010]$/u.test(line.slice(-5)) || !/^\p{Ll}/u.test(next)) return false;
  const word = line.slice(-80).split(/\s/).at(-1) ?? '';
  const hasOtherHyphen = word.endsWith('-') && word.indexOf('-') < word.length - 1;
  return !hasOtherHyphen && !keepsHyphen.test(word);
}

function join(text: string, next: string): string {
  if (isDivided(text, next)) return text.slice(0, -1) + next;
  return /\p{L}[-\u2010]$/u.test(text.slice(-3)) && /^\p{Ll}/u.test(next) ? text + next : `${text} ${next}`;
}

function beginsParagraph(line: PdfLine, previous: PdfLine): boolean {
  const gap = previous.y - line.y;
  const height = Math.max(line.height, previous.height, 1);
  // Upwards is the next column, or what stands beside.
  const isApart = gap < -height / 2 || gap > height * PARAGRAPH_GAP;
  return isApart || !isAlike(line.height, previous.height) || isIndented(line, previous, height);
}

/** By a first line's indent; the lines of an item of a list are indented after the first. */
function isIndented(line: PdfLine, previous: PdfLine, height: number): boolean {
  const indent = line.left - previous.left;
  return indent > height && indent < height * MAX_INDENT && !startsItem.test(previous.text);
}

/** Headings are larger than the text. */
const isAlike = (a: number, b: number) => Math.max(a, b) < Math.min(a, b) * 1.15;

/** Puts lines together to a text: lines of running text are joined, short ones kept, paragraphs apart by a blank line. */
export function joinLines(lines: readonly PdfLine[]): string {
  const widest = lines.reduce((width, { left, right }) => Math.max(width, right - left), 0);
  let text = '';
  let previous: PdfLine | null = null;
  for (const line of lines) {
    if (previous === null) text = line.text;
    else if (continuesWord(previous, line)) text = join(text, line.text);
    else if (beginsParagraph(line, previous)) text += `\n\n${line.text}`;
    else if (isFull(previous, widest) && !startsItem.test(line.text)) text = join(text, line.text);
    else text += `\n${line.text}`;
    previous = line;
  }
  return text;
}

const isFull = (line: PdfLine, widest: number) => line.right - line.left >= widest * FULL_LINE;

/** Even over the border of a column a divided word goes on. */
function continuesWord(previous: PdfLine, line: PdfLine): boolean {
  return isDivided(previous.text, line.text) && isAlike(previous.height, line.height);
}
