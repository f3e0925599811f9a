import type { DataLine } from './transfer-line';

/** Tells the lines of some agents from those of others. An agent's own line comes before all others of it. */
export class ChosenAgents {
  private readonly namespaces = new Set<unknown>();
  private readonly seen = new Set<unknown>();

  /** `agentIds`: null for all. */
  constructor(private readonly agentIds: readonly string[] | null) {}

  has({ kind, fields }: DataLine): boolean {
    if (this.agentIds === null) return true;
    if (!('agent_id' in fields)) return this.namespaces.has(fields.namespace);
    if (!this.agentIds.some((id) => id === fields.agent_id)) return false;
    if (kind === 'agent') {
      this.seen.add(fields.agent_id);
      this.namespaces.add(fields.namespace);
    }
    return true;
  }

  /** Those that did not come. */
  missing(): string[] {
    return (this.agentIds ?? []).filter((id) => !this.seen.has(id));
  }
}
