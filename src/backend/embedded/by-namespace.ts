/** Rows in groups of one namespace each, for statements that change one at a time (docs/adr/0077). In the order of the first row of each. */
export function byNamespace<Row extends { namespaceId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.namespaceId);
    if (group) group.push(row);
    else groups.set(row.namespaceId, [row]);
  }
  return groups;
}
