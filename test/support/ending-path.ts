/** The path of an operation, with what makes a stream end that would go on. */
export function endingPath(path: string): string {
  return path.endsWith('/events') ? `${path}?follow=false` : path;
}
