/** Such as `1.4.0`. */
export const VERSION_FORM = {
  regex: /^\d{1,6}\.\d{1,6}\.\d{1,6}$/,
  says: 'Version should have three numbers, such as 1.4.0',
};

/** What the user did about the instruction template. */
export interface TemplateState {
  /** The version that was taken last; null before any was. */
  installed: string | null;
  /** The version of which the user wants to hear no more. */
  dismissed: string | null;
}

/**
 * Whether there is a newer template than the one that was taken, for which any will do where none was. What was
 * dismissed counts no less: it is for the page to keep quiet about it.
 */
export function isOutdated(installed: string | null, latest: string): boolean {
  return installed === null || isNewer(latest, installed);
}

/** Whether a version comes after another, number by number. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  const first = one.findIndex((number, i) => number !== other[i]);
  return first >= 0 && (one[first] ?? 0) > (other[first] ?? 0);
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}
