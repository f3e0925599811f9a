const MAX_KEY_LENGTH = 100;

/** A step into an object or an array. */
export type JsonStep = string | number;

/** Such as `users[3].address`; empty for the root. */
export function jsonPath(steps: readonly JsonStep[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else path += `${path === '' ? '' : '.'}${step.slice(0, MAX_KEY_LENGTH)}`;
  }
  return path;
}
