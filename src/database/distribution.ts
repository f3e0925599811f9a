// SQL: the catalogue of the Citus extension, and statements that turn tables into distributed ones.
import type { ClientBase } from 'pg';
import { StartProblem } from '../common/start-problem';
import { SHARD_FUNCTIONS } from './distributed-functions';
import { DROPPED_TRIGGERS, STAMPED_TABLES, TRIGGER_FUNCTIONS, stampStatements } from './distributed-triggers';

/** Each server has all rows of these: the rows beside them refer to them. */
const REFERENCE_TABLES = ['namespaces', 'embedding_models'] as const;
/** Spread by their namespace, and the rows of one namespace stay together. The first is that which the others follow. */
const DISTRIBUTED_TABLES = [
  'memories',
  'memory_history',
  'memory_tombstones',
  'memory_counts',
  'memory_embeddings',
  'embedding_backlog',
  'recall_segments',
  'recall_segment_chunks',
  'deleted_fingerprints',
] as const;
/** Triggers on shards, and statements in them, which stay on the server of the shard. */
const SETTINGS = ['citus.enable_unsafe_triggers', 'citus.allow_nested_distributed_execution'] as const;

/** Reference tables are written on all servers one after another, because others refer to them. */
const IN_TRANSACTION = [
  `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`,
  ...SETTINGS.map((name) => `SET LOCAL ${name} = on`),
];

/** Of the coordinator's own copy: with the table itself, Citus locks all of its rows, and concurrent locks are a deadlock. */
const HELD_NAMESPACES = `DO $$
BEGIN
  PERFORM set_config('citus.enable_ddl_propagation', 'off', true);
  EXECUTE format('CREATE VIEW held_namespaces AS SELECT n.id, n.name FROM %I n', 'namespaces_' || (
    SELECT s.shardid FROM pg_dist_shard s WHERE s.logicalrelid = 'namespaces'::regclass));
  PERFORM set_config('citus.enable_ddl_propagation', 'on', true);
END $$`;

/** A part of the work, in the words of people, and its statements. */
export interface DistributionStep {
  what: string;
  statements: readonly string[];
}

interface State {
  database: string;
  settings: readonly string[];
  spread: ReadonlySet<string>;
  foreignKeys: readonly { table: string; name: string }[];
  /** By table and name, how each is made. */
  triggers: ReadonlyMap<string, string>;
  isStable: boolean;
  hasFunctions: boolean;
  readsShards: boolean;
}

/**
 * Spreads the tables of memories over the servers of a Citus coordinator, in one transaction; the steps that were missing.
 * `isTrial`: changes nothing. Throws where the extension or a worker is missing.
 */
export async function distribute(client: ClientBase, isTrial: boolean): Promise<DistributionStep[]> {
  await checkCluster(client);
  const steps = missingSteps(await readState(client));
  if (isTrial || steps.length === 0) return steps;
  await client.query('BEGIN; SET LOCAL statement_timeout = 0');
  try {
    for (const each of IN_TRANSACTION) await client.query(each);
    for (const { statements } of steps) for (const each of statements) await client.query(each);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  return steps;
}

async function checkCluster(client: ClientBase): Promise<void> {
  const found = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (found.rowCount === 0)
    throw new StartProblem(
      'The database lacks the extension Citus, which spreads tables over servers: install it on all of them, run ' +
        'CREATE EXTENSION citus on each, and add the workers on the coordinator (docs/SCALING.md)',
    );
  const { rows } = await client.query<{ coordinator: boolean; workers: number }>(`
    SELECT bool_or(n.groupid = 0) AND citus_is_coordinator() AS coordinator,
      (count(*) FILTER (WHERE n.shouldhaveshards AND n.isactive))::int AS workers
    FROM pg_dist_node n`);
  if (rows[0]?.coordinator !== true)
    throw new StartProblem(
      'This server is no Citus coordinator that its workers know: run citus_set_coordinator_host on the coordinator',
    );
  if (rows[0].workers === 0)
    throw new StartProblem('The Citus coordinator has no server for shards: run citus_add_node for each');
}

async function readState(client: ClientBase): Promise<State> {
  const list = async (statement: string) =>
    (await client.query<{ name: string }>(statement)).rows.map(({ name }) => name);
  const foreignKeys = await client.query<{ table: string; name: string }>(`
    SELECT c.conrelid::regclass::text AS table, quote_ident(c.conname) AS name FROM pg_constraint c
    WHERE c.contype = 'f' AND c.confrelid IN ('namespaces'::regclass, 'embedding_models'::regclass)
    ORDER BY 1, 2`);
  const triggers = await client.query<{ name: string; made: string }>(`
    SELECT t.tgrelid::regclass::text || ' ' || t.tgname AS name, pg_get_triggerdef(t.oid) AS made
    FROM pg_trigger t WHERE NOT t.tgisinternal ORDER BY 1`);
  const [database = ''] = await list('SELECT quote_ident(current_database()) AS name');
  const functions = await client.query<{ stable: boolean; shards: boolean; reads: boolean }>(`
    SELECT 'namespace_id(text)'::regprocedure IN (SELECT oid FROM pg_proc WHERE provolatile = 's') AS stable,
      (SELECT bool_and(p.prosrc LIKE '%shard_beside%') FROM pg_proc p
        WHERE p.oid IN (to_regproc('memories_enlist_stored'), to_regproc('memories_enlist_edited'))) AS shards,
      (SELECT bool_and(l.lanname = 'plpgsql') FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
        WHERE p.oid IN (to_regproc('text_backlog'), to_regproc('namespace_snapshot'))) AS reads`);
  return {
    database,
    settings: await list(`
      SELECT split_part(each, '=', 1) AS name FROM pg_db_role_setting s CROSS JOIN unnest(s.setconfig) AS each
      WHERE s.setrole = 0 AND each LIKE '%=on'
        AND s.setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`),
    spread: new Set(await list(`SELECT p.logicalrelid::text AS name FROM pg_dist_partition p`)),
    foreignKeys: foreignKeys.rows,
    triggers: new Map(triggers.rows.map(({ name, made }) => [name, made])),
    isStable: functions.rows[0]?.stable ?? false,
    hasFunctions: functions.rows[0]?.shards ?? false,
    readsShards: functions.rows[0]?.reads ?? false,
  };
}

function missingSteps(state: State): DistributionStep[] {
  const { database, settings, spread, foreignKeys, triggers } = state;
  const step = (what: string, statements: string[]) => ({ what, statements });
  const isMissing = (table: string) => !spread.has(table);
  const copied = [...REFERENCE_TABLES, ...DISTRIBUTED_TABLES].filter(isMissing);
  return [
    step(
      'Allow triggers on shards in this database',
      SETTINGS.filter((name) => !settings.includes(name)).map(
        (name) => `ALTER DATABASE ${database} SET ${name} = on`,
      ),
    ),
    step(
      'Drop foreign keys to the tables that all servers get',
      foreignKeys.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ),
    step(
      'Drop triggers that only the version before needs',
      DROPPED_TRIGGERS.filter((name) => triggers.has(`memories ${name}`)).map(
        (name) => `DROP TRIGGER ${name} ON memories`,
      ),
    ),
    step('Let triggers write to the shard beside theirs', state.hasFunctions ? [] : [...TRIGGER_FUNCTIONS]),
    step('Let functions read on the server of a shard', state.readsShards ? [] : [...SHARD_FUNCTIONS]),
    step('Find the id of a namespace before a statement is planned', idStatements(state)),
    step('Copy tables to all servers', referenceStatements(state)),
    step('Spread tables by namespace', spreadingStatements(state)),
    step(
      'Stamp rows with the transaction of their shard',
      STAMPED_TABLES.filter(({ table, trigger }) => !triggers.has(`${table} ${trigger}`)).flatMap(
        stampStatements,
      ),
    ),
    step(
      'Remove what the tables held before they were copied',
      copied.map((table) => `SELECT truncate_local_data_after_distributing_table('${table}')`),
    ),
  ].filter(({ statements }) => statements.length > 0);
}

/** Citus chooses the shard when it plans, and plans each statement with its values, so the function may say IMMUTABLE there. */
function idStatements({ isStable }: State): string[] {
  return isStable
    ? [
        'ALTER FUNCTION namespace_id(text) IMMUTABLE',
        `SELECT create_distributed_function('namespace_id(text)')`,
      ]
    : [];
}

function referenceStatements({ spread }: State): string[] {
  const tables = REFERENCE_TABLES.filter((table) => !spread.has(table));
  if (tables.length === 0) return [];
  return [
    'DROP VIEW held_namespaces',
    ...tables.map((table) => `SELECT create_reference_table('${table}')`),
    HELD_NAMESPACES,
  ];
}

/** The triggers must not see the rows that are copied: they have counted and enlisted them already. */
function spreadingStatements({ spread, triggers }: State): string[] {
  const tables = DISTRIBUTED_TABLES.filter((table) => !spread.has(table));
  const kept = [...triggers].flatMap(([trigger, made]) => {
    const [table = '', name = ''] = trigger.split(' ');
    const isDropped = DROPPED_TRIGGERS.some((each) => each === name);
    return tables.some((each) => each === table) && !isDropped ? [{ table, name, made }] : [];
  });
  return [
    ...kept.map(({ table, name }) => `DROP TRIGGER ${name} ON ${table}`),
    ...tables.map(distributionStatement),
    ...kept.map(({ made }) => made),
  ];
}

function distributionStatement(table: string): string {
  const [first] = DISTRIBUTED_TABLES;
  const beside = table === first ? 'none' : first;
  return `SELECT create_distributed_table('${table}', 'namespace_id', colocate_with => '${beside}')`;
}
