// SQL: functions of triggers, as they are on a distributed database.

/** They act for replicas of the version before, which no distributed database has, and write to tables of agents. */
export const DROPPED_TRIGGERS = [
  'memories_leave_tombstones',
  'memories_leave_reports',
  'memories_leave_links',
] as const;

/**
 * A trigger on a shard writes to the shard of another table that has the same namespaces, by its name: a statement with a
 * transition table cannot go through Citus. Otherwise these do what the functions of the migrations do.
 */
export const TRIGGER_FUNCTIONS = [
  `CREATE OR REPLACE FUNCTION shard_beside(shard text, of_table text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('%I_%s', of_table, b.shardid)
  FROM pg_dist_shard a JOIN pg_dist_shard b ON b.logicalrelid = of_table::regclass AND b.shardminvalue = a.shardminvalue
  WHERE a.shardid = substring(shard FROM '_(\\d+)$')::bigint
$$`,
  `CREATE OR REPLACE FUNCTION memories_enlist_stored() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted int := (SELECT w.id FROM embedding_models w WHERE w.is_wanted);
BEGIN
  IF wanted IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('INSERT INTO %s (namespace_id, memory_id, model_id)
    SELECT s.namespace_id, s.id, $1 FROM stored s ON CONFLICT DO NOTHING',
    shard_beside(TG_TABLE_NAME, 'embedding_backlog')) USING wanted;
  RETURN NULL;
END $$`,
  `CREATE OR REPLACE FUNCTION memories_enlist_edited() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted int := (SELECT w.id FROM embedding_models w WHERE w.is_wanted);
BEGIN
  IF wanted IS NOT NULL THEN
    EXECUTE format('INSERT INTO %s AS b (namespace_id, memory_id, model_id) VALUES ($1, $2, $3)
      ON CONFLICT (namespace_id, memory_id, model_id)
        DO UPDATE SET revision = b.revision + 1, attempts = 0, due_at = now()',
      shard_beside(TG_TABLE_NAME, 'embedding_backlog')) USING NEW.namespace_id, NEW.id, wanted;
  END IF;
  EXECUTE format('DELETE FROM %s e WHERE e.namespace_id = $1 AND e.memory_id = $2',
    shard_beside(TG_TABLE_NAME, 'memory_embeddings')) USING NEW.namespace_id, NEW.id;
  RETURN NULL;
END $$`,
] as const;

interface StampedTable {
  table: string;
  trigger: string;
  events: string;
  /** Columns with the id of the transaction. */
  columns: readonly string[];
}

/**
 * A default is computed by the coordinator, whose transactions the shards do not know. An update of memories is stamped by
 * the trigger of the migrations.
 */
export const STAMPED_TABLES: readonly StampedTable[] = [
  { table: 'memories', trigger: 'shard_stamps_memory', events: 'INSERT', columns: ['xid', 'text_xid'] },
  { table: 'memory_tombstones', trigger: 'shard_stamps_xid', events: 'INSERT', columns: ['xid'] },
  {
    table: 'memory_embeddings',
    trigger: 'shard_stamps_xid',
    events: 'INSERT OR UPDATE',
    columns: ['xid'],
  },
  {
    table: 'recall_segments',
    trigger: 'shard_stamps_segment',
    events: 'INSERT OR UPDATE',
    columns: ['writer_xid'],
  },
];

/** The function, which has the name of the trigger, and the trigger. */
export function stampStatements({ table, trigger, events, columns }: StampedTable): string[] {
  return [
    `CREATE OR REPLACE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${columns.map((column) => `NEW.${column} := pg_current_xact_id();`).join('\n  ')}
  RETURN NEW;
END $$`,
    `CREATE TRIGGER ${trigger} BEFORE ${events} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${trigger}()`,
  ];
}
