/** Whether the memories of the services under test are in an external backend (TEST_BACKEND=on-prem). */
export const ON_PREM = process.env.TEST_BACKEND === 'on-prem';

/** For what only the embedded backend has, or what the protocol of external ones cannot carry (docs/adr/0014). */
export const describeEmbedded = ON_PREM ? describe.skip : describe;
export const itEmbedded = ON_PREM ? it.skip : it;

/** How many processes each service under test consists of (TEST_REPLICAS; needs TEST_DATABASE_URL). */
export const REPLICAS = Number(process.env.TEST_REPLICAS ?? 1);

/** Several processes take long to start and end, so that only the run of replicas has them. */
export const describeReplicas = REPLICAS > 1 ? describe : describe.skip;
