/** The systems whose exports are read. */
export const SOURCES = [
  'mem0',
  'zep',
  'letta',
  'supermemory',
  'server-memory',
  'chatgpt',
  'claude',
  'memory-list',
  'claude-code',
  'claude-code-transcripts',
  'codex-transcripts',
  'okf',
  'markdown',
] as const;
export type SourceName = (typeof SOURCES)[number];
