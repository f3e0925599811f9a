/** Such as ECONNREFUSED, which the errors of the network carry at one of their causes; null where none does. */
export function networkCode(error: unknown): string | null {
  for (let each = error, depth = 0; depth < 5 && isObject(each); each = each.cause, depth++) {
    if (typeof each.code === 'string' && /^[A-Z_]+$/.test(each.code)) return each.code;
  }
  return null;
}

function isObject(value: unknown): value is { code?: unknown; cause?: unknown } {
  return typeof value === 'object' && value !== null;
}
