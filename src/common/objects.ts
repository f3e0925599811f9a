/** An object of JSON: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The property of an untrusted value; undefined when the value is no object. */
export function propertyOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
