/** How many processes each service under test consists of (TEST_REPLICAS; needs TEST_DATABASE_URL). */
export const REPLICAS = Number(process.env.TEST_REPLICAS ?? 1);

/** Of several processes, which start and end by themselves and take their time: only in the run that is about them. */
export const describeReplicas = REPLICAS > 1 ? describe : describe.skip;
