/** Pasts of irregular verbs, which are the same in every person. */
export const IRREGULAR_PASTS: ReadonlySet<string> = new Set(
  (
    'became began bent bound bit blew broke brought built bought caught chose came dealt dug drew drank ' +
    'drove ate fell fed felt fought found fled flew forbade forgot forgave froze got gave went grew hung ' +
    'heard hid held kept knew laid led learnt left lent lit lost made meant met paid rode rang rose ran ' +
    'said saw sold sent shook shone shot showed sang sank sat slept slid spoke spent stood stole stuck ' +
    'struck swore swam swung took taught tore told thought threw understood woke wore won withdrew wrote'
  ).split(' '),
);
