import { isClaudeCodeMemory } from './claude-code.ts';
import type { Importer } from './entry.ts';
import type { FolderRule } from './import-source.ts';
import { isConcept } from './okf.ts';
import type { SourceName } from './sources.ts';

interface Registered {
  folder: FolderRule;
  load: () => Promise<Importer>;
  /** Shows what it would store unless the caller says that it shall: transcripts hold much that is private. */
  isDryFirst?: true;
}

const JSON_FILES = jsonFiles(/\.(json|jsonl|ndjson)$/i, 'JSON file');

export const IMPORTERS: Readonly<Record<SourceName, Registered>> = {
  mem0: { folder: JSON_FILES, load: async () => (await import('./mem0.ts')).readMem0 },
  zep: { folder: JSON_FILES, load: async () => (await import('./zep.ts')).readZep },
  letta: {
    folder: jsonFiles(/\.(af|json)$/i, 'agent file (.af)'),
    load: async () => (await import('./letta.ts')).readLetta,
  },
  supermemory: { folder: JSON_FILES, load: async () => (await import('./supermemory.ts')).readSupermemory },
  chatgpt: {
    folder: jsonFiles(/^conversations(-\d+)?\.json$/, 'conversations.json'),
    load: async () => (await import('./chatgpt.ts')).readChatGpt,
  },
  claude: {
    folder: jsonFiles(
      /^(conversations|memories|projects)\.jsonl?$/,
      'conversations.json, memories.json or projects.json',
    ),
    load: async () => (await import('./claude.ts')).readClaude,
  },
  'server-memory': {
    folder: JSON_FILES,
    load: async () => (await import('./server-memory.ts')).readServerMemory,
  },
  'memory-list': {
    folder: { isRead: (name) => /\.(txt|md)$/i.test(name), isDeep: false, expected: 'text file (.txt, .md)' },
    load: async () => (await import('./memory-list.ts')).readMemoryList,
  },
  'claude-code': {
    folder: {
      isRead: (_name, path) => isClaudeCodeMemory(path),
      isDeep: true,
      expected: 'CLAUDE.md and no projects/*/memory/*.md',
    },
    load: async () => (await import('./claude-code.ts')).readClaudeCode,
  },
  'claude-code-transcripts': {
    folder: { isRead: (name) => /\.jsonl$/.test(name), isDeep: true, expected: 'transcript (.jsonl)' },
    load: async () => (await import('./transcripts.ts')).readClaudeCodeTranscripts,
    isDryFirst: true,
  },
  'codex-transcripts': {
    folder: {
      isRead: (name) => /^rollout-.*\.jsonl$/.test(name),
      isDeep: true,
      expected: 'transcript (rollout-*.jsonl)',
    },
    load: async () => (await import('./transcripts.ts')).readCodexTranscripts,
    isDryFirst: true,
  },
  okf: {
    folder: { isRead: (_name, path) => isConcept(path), isDeep: true, expected: 'concept (.md)' },
    load: async () => (await import('./okf.ts')).readOkf,
  },
  markdown: {
    folder: {
      isRead: (name) => /\.(md|markdown|mdx)$/i.test(name),
      isDeep: true,
      expected: 'Markdown file (.md)',
    },
    load: async () => (await import('./markdown.ts')).readMarkdown,
  },
};

function jsonFiles(names: RegExp, expected: string): FolderRule {
  return { isRead: (name) => names.test(name), isDeep: false, expected };
}
