/** What a field holds. It decides the SQL type, the text in a document, the rule of an import and the JSON schema. */
export type FieldValue =
  | { kind: 'uuid' | 'flag' | 'label' | 'tags' | 'time' | 'metadata' }
  /** Code points. With `maxInDocument`, a document of another program may hold so many, and a blank text. */
  | { kind: 'text'; max: number; maxInDocument?: number }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'number'; min: number; max: number };

/** The MCP tools that store or change a memory. */
export type WritingTool = 'remember' | 'update';

/** What is absent does not apply. Every field is a column, exported and imported. */
export interface MemoryField {
  /** Its name in SQL, in HTTP, in exports and in histories. */
  column: string;
  value: FieldValue;
  isNullable?: true;
  /** Its key in the metadata of a document of an external backend; null if another part of the document holds it. */
  document: string | null;
  /** A client may give it when it stores the memory. */
  isGiven?: true;
  /** The value if the client gives none. */
  default?: unknown;
  /** An edit may change it. The history keeps the former value, and listings of the past show it. */
  isEdited?: true;
  /** No request gives it: the service sets it. */
  isJudged?: true;
  /** Every read shows it. */
  isShown?: true;
  /** Exports and documents of earlier versions lack it, and so do their digests: then it has its default. */
  isAddedLater?: true;
  /** The MCP tools that take it. */
  tools?: readonly WritingTool[];
  /** What models read of it in the list of tools, beside its name. */
  hint?: string;
}
