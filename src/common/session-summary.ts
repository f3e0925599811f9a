/** The memory that the service stores at the end of a session. */
export const SUMMARY_SOURCE = 'service';
export const SUMMARY_TAG = 'session-summary';

export function isSessionSummary(memory: { source: string; tags: readonly string[] }): boolean {
  return memory.source === SUMMARY_SOURCE && memory.tags.includes(SUMMARY_TAG);
}
