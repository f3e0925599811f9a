/** The records to read; null: no condition. */
export interface AuditFilter {
  since: Date | null;
  /** The last instant. */
  until: Date | null;
  actor: string | null;
  operation: string | null;
  /** An id among the targets. */
  target: string | null;
}
