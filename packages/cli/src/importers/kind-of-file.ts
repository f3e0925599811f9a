import { type ImportFile, type ImportSource, ImportFailure } from './entry.ts';
import { LISTED } from './memory-list.ts';
import type { SourceName } from './sources.ts';

/** Bytes at the start of a file that say what it is. */
const START = 64 * 1024;

type Kind = SourceName | 'own';

/** Keys that only the exports of one system have. A key inside of a text has `\"` and is not found. */
const KEYS: readonly (readonly [Kind, RegExp])[] = [
  ['own', /"kind"\s*:\s*"header"/],
  ['server-memory', /"observations"\s*:|"relationType"\s*:/],
  ['codex-transcripts', /"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context)"/],
  ['claude-code-transcripts', /"(?:isSidechain|parentUuid|leafUuid)"\s*:/],
  ['chatgpt', /"(?:mapping|current_node)"\s*:/],
  ['claude', /"(?:chat_messages|conversations_memory|project_memories|prompt_template)"\s*:/],
  ['letta', /"(?:core_memory|agent_type|archive_id|llm_config)"\s*:/],
  ['zep', /"(?:fact|source_node_uuid|role_type|facts)"\s*:|"(?:episodes|edges)"\s*:\s*\[/],
  ['supermemory', /"(?:containerTags|memoryEntries|customId|isForgotten|isLatest)"\s*:/],
  ['mem0', /"memory"\s*:\s*"/],
];

const TEXT_KINDS: ReadonlySet<Kind> = new Set(['markdown', 'memory-list', 'okf', 'claude-code']);

const NAMES: Readonly<Record<Kind, string>> = {
  own: 'an export of this service (give no --from)',
  'server-memory': 'a file of the MCP memory server (--from server-memory)',
  'memory-list': 'a list of memories (--from memory-list)',
  'claude-code': 'memory files of Claude Code (--from claude-code)',
  'claude-code-transcripts': 'a transcript of Claude Code (--from claude-code-transcripts)',
  'codex-transcripts': 'a transcript of Codex (--from codex-transcripts)',
  chatgpt: 'an export of ChatGPT (--from chatgpt)',
  claude: 'an export of Claude (--from claude)',
  letta: 'an export of Letta (--from letta)',
  zep: 'an export of Zep (--from zep)',
  supermemory: 'an export of supermemory (--from supermemory)',
  mem0: 'an export of mem0 (--from mem0)',
  markdown: 'Markdown or other text (--from markdown, or okf for concepts of OKF)',
  okf: 'concepts of OKF (--from okf)',
};

/**
 * Refuses a file that is of another system than `from`, before anything is stored. A file that has the marks of no system
 * is let through: its importer says what it lacks. Throws ImportFailure.
 */
export async function refuseOtherKind({ files }: ImportSource, from: SourceName): Promise<void> {
  for (const file of files) {
    const start = await startOf(file);
    const kinds = kindsOf(start);
    const [first] = kinds;
    if (first === undefined || kinds.includes(from) || isSameForm(from, kinds)) continue;
    throw new ImportFailure(
      `${file.name} is not what --from ${from} reads. It looks like ${NAMES[first]}. Nothing was stored`,
    );
  }
}

/** The kinds that the start of a file looks like, most likely first. Empty for JSON without the marks of a system. */
export function kindsOf(start: string): Kind[] {
  const text = start.replace(/^\uFEFF/, '').trimStart();
  if (/^[[{]\s*["{[\]}]/.test(text)) return KEYS.filter(([, keys]) => keys.test(text)).map(([kind]) => kind);
  if (text === '') return [];
  if (text.split('\n').some((line) => LISTED.test(line))) return ['memory-list', 'markdown'];
  return ['markdown'];
}

/** Markdown may be read as any of the kinds of text but a list, whose lines have a form of their own. */
function isSameForm(from: SourceName, kinds: readonly Kind[]): boolean {
  return from !== 'memory-list' && TEXT_KINDS.has(from) && kinds.some((kind) => TEXT_KINDS.has(kind));
}

async function startOf(file: ImportFile): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of file.read()) {
    parts.push(Buffer.from(part.subarray(0, START - bytes)));
    bytes += part.length;
    if (bytes >= START) break;
  }
  return Buffer.concat(parts).toString();
}
