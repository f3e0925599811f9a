/** The English words of negation are a closed class. Each reaches to the end of its clause. */
const NEGATION =
  /(?:(?<![\p{L}\p{M}\p{N}])(?:not|never|no|none|nor|neither|cannot|without)|n['’]t)(?![\p{L}\p{M}\p{N}])([^.;:!?]*)/giu;

/** What a text denies: `any awards in 2018` of `Anna did not win any awards in 2018; she was nominated.` In English. */
export function deniedIn(text: string): string {
  return [...text.matchAll(NEGATION)].map(([, denied = '']) => denied.trim()).join(' ');
}
