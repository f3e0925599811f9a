/** Whether the memories of the services under test are in an external backend (TEST_BACKEND=on-prem). */
const ON_PREM = process.env.TEST_BACKEND === 'on-prem';

/** Of what is inside the embedded backend, or more than the protocol of external ones can carry (docs/adr/0014). */
export const describeEmbedded = ON_PREM ? describe.skip : describe;
export const itEmbedded = ON_PREM ? it.skip : it;
