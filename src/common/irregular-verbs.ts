/** Each verb as its infinitive, its past, and its participle where that differs from the past. */
const VERBS = `
become became become, begin began begun, bend bent, bind bound, bite bit bitten, blow blew blown, break broke broken,
bring brought, build built, buy bought, catch caught, choose chose chosen, come came come, deal dealt, dig dug,
draw drew drawn, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt,
fight fought, find found, flee fled, fly flew flown, forbid forbade forbidden, forget forgot forgotten,
forgive forgave forgiven, freeze froze frozen, get got gotten, give gave given, go went gone, grow grew grown,
hang hung, hear heard, hide hid hidden, hold held, keep kept, know knew known, lay laid, lead led, learn learnt,
leave left, lend lent, light lit, lose lost, make made, mean meant, meet met, pay paid, ride rode ridden,
ring rang rung, rise rose risen, run ran run, say said, see saw seen, sell sold, send sent, shake shook shaken,
shine shone, shoot shot, show showed shown, sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid,
speak spoke spoken, spend spent, stand stood, steal stole stolen, stick stuck, strike struck, swear swore sworn,
swim swam swum, swing swung, take took taken, teach taught, tear tore torn, tell told, think thought,
throw threw thrown, understand understood, wake woke woken, wear wore worn, win won, withdraw withdrew withdrawn,
write wrote written
`;

const infinitives = new Map<string, string>();
const pasts = new Set<string>();
const participles = new Set<string>();
for (const verb of VERBS.trim().split(/,\s+/)) {
  const [infinitive = '', past = '', participle = past] = verb.split(' ');
  pasts.add(past);
  participles.add(participle);
  for (const form of [past, participle]) infinitives.set(form, infinitive);
}

/** By past and participle. */
export const INFINITIVES: ReadonlyMap<string, string> = infinitives;
export const IRREGULAR_PASTS: ReadonlySet<string> = pasts;
export const IRREGULAR_PARTICIPLES: ReadonlySet<string> = participles;
