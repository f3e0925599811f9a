/** The systems whose exports are read. */
export const SOURCES = ['mem0', 'zep', 'letta', 'supermemory', 'chatgpt', 'claude', 'markdown'] as const;
export type SourceName = (typeof SOURCES)[number];
