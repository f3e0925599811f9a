/** A key or a reference, which means something within its scope only; null: of the memories without a scope. */
export interface ScopedName {
  name: string;
  scope: string | null;
}

/** The key of a memory with its scope; null without a key. */
export function keyOf({ key, scope }: { key: string | null; scope: string | null }): ScopedName | null {
  return key === null ? null : { name: key, scope };
}

/** The reference of a memory with its scope; null without a reference. */
export function referenceOf({
  sourceRef,
  scope,
}: {
  sourceRef: string | null;
  scope: string | null;
}): ScopedName | null {
  return sourceRef === null ? null : { name: sourceRef, scope };
}

/** `wanted`: a scope, a beginning of scopes and `*`, or null for memories without a scope. */
export function isInScope(scope: string | null, wanted: string | null): boolean {
  if (scope === null || wanted === null) return scope === wanted;
  return scope === wanted || (wanted.endsWith('*') && scope.startsWith(wanted.slice(0, -1)));
}

/** One text for both: equal for equal pairs only, since neither holds a null character. */
export function scopedText({ name, scope }: ScopedName): string {
  return scope === null ? name : `${scope}\0${name}`;
}

/** Each pair once. */
export function distinctNames(names: readonly ScopedName[]): ScopedName[] {
  return [...new Map(names.map((each) => [scopedText(each), each])).values()];
}

/** For SQL, as two arrays: an empty scope stands for none. */
export function namesAndScopes(names: readonly ScopedName[]): { names: string[]; scopes: string[] } {
  return { names: names.map(({ name }) => name), scopes: names.map(({ scope }) => scope ?? '') };
}
