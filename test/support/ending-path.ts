/** The path of an operation, with what makes a stream end that would go on. */
export function endingPath(path: string): string {
  return /\/events(\/traces)?$/.test(path) ? `${path}?follow=false` : path;
}
