/** Objects whose keys are data, such as rule names and memory types. They are copied as they are. */
const MAPS = new Set(['byType', 'details', 'error', 'info', 'metadata', 'perRule', 'retention']);

/** Converts values of the client to the names and times of the service: snake_case and ISO 8601. */
export function toDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDocument);
  if (!isObject(value) || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      MAPS.has(name) ? field : toDocument(field),
    ]),
  );
}

const HIDDEN = /[\u007f-\u009f\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

/** JSON with every hidden character as an escape: the same value, and nothing that a terminal takes for a command. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(HIDDEN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** The object that a JSON text is; null for a list, another value, or text that is no JSON. */
export function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** An object of JSON: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}
