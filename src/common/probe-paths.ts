/** Paths that ask how the process is: they have no limits, which would make a busy service look like a dead one. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/live', '/ready', '/health']);

/** The path of a request's URL, without its query. */
export function pathOf(url: string | undefined): string {
  return (url ?? '').split('?', 1)[0] ?? '';
}
