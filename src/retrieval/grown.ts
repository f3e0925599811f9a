/** A larger typed array that starts with the content of a smaller one. */
export function grown<A extends { set(from: A): void }>(from: A, into: A): A {
  into.set(from);
  return into;
}
