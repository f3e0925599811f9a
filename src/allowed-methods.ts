import type { Request } from 'express';

/** What is read of a layer of Express's router. */
interface Layer {
  route?: { methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * The methods that the path of a request has, in capitals; empty if nothing is there. It tries all routes, so ask only
 * for requests that matched none.
 */
export function allowedMethods(request: Request): string[] {
  const { stack } = request.app.router as unknown as { stack: readonly Layer[] };
  const methods = new Set<string>();
  for (const layer of stack) {
    if (layer.route === undefined || !layer.match(request.path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  // Express answers HEAD by the handler of GET.
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
