import type { Importer } from './entry.ts';
import type { FolderRule } from './import-source.ts';
import type { SourceName } from './sources.ts';

interface Registered {
  folder: FolderRule;
  load: () => Promise<Importer>;
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
