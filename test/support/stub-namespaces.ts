/** A document as it is put: metadata stands beside the text. */
export interface StubDocument {
  id: string;
  text: string;
  [field: string]: unknown;
}

/** What a page of a listing holds. */
export interface StubPage {
  documents: StubDocument[];
  next: string | null;
  ahead: string[];
}

const AHEAD = 16;

/** The namespaces of a server, in memory. Null stands for one that is missing. */
export class StubNamespaces {
  private readonly spaces = new Map<string, Map<string, StubDocument>>();

  create(name: string): boolean {
    if (this.spaces.has(name)) return false;
    this.spaces.set(name, new Map());
    return true;
  }

  drop(name: string): boolean {
    return this.spaces.delete(name);
  }

  all(): [name: string, size: number][] {
    return [...this.spaces].map(([name, documents]) => [name, documents.size]);
  }

  put(name: string, documents: readonly StubDocument[]): boolean {
    const space = this.spaces.get(name);
    for (const document of documents) space?.set(document.id, document);
    return space !== undefined;
  }

  get(name: string, ids: readonly string[]): StubDocument[] | null {
    const space = this.spaces.get(name);
    return space ? ids.flatMap((id) => space.get(id) ?? []) : null;
  }

  /** The ids of those that were there. */
  delete(name: string, ids: readonly string[]): string[] | null {
    const space = this.spaces.get(name);
    return space ? ids.filter((id) => space.delete(id)) : null;
  }

  /** Tokens are offsets. */
  page(name: string, token: string | null, limit: number): StubPage | null {
    const space = this.spaces.get(name);
    if (!space) return null;
    const start = Number(token ?? 0);
    const starts = Array.from({ length: AHEAD }, (_, i) => start + (i + 1) * limit).filter(
      (at) => at < space.size,
    );
    return {
      documents: [...space.values()].slice(start, start + limit),
      next: starts[0]?.toString() ?? null,
      ahead: starts.map(String),
    };
  }

  /** Those with the query in their text. */
  search(name: string, query: string, limit: number): StubDocument[] | null {
    const space = this.spaces.get(name);
    return space ? [...space.values()].filter(({ text }) => text.includes(query)).slice(0, limit) : null;
  }
}
