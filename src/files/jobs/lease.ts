/** How long a job outlives its holder, in ms. */
export const LEASE_MS = 15_000;
