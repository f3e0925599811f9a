import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SCRIPT = resolve('scripts/check-migrations.mjs');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  writeFileSync(join(folder, 'CHANGELOG.md'), '## [Unreleased]\n\n## [1.2.0] - 2027-01-01\n');
});

afterEach(() => rmSync(folder, { recursive: true }));

function check(...migrations: string[]): { status: number | null; lines: string[] } {
  migrations.forEach((sql, n) => {
    const name = join(folder, 'all', `3000010100000${n}_m`);
    mkdirSync(name, { recursive: true });
    writeFileSync(join(name, 'migration.sql'), sql);
  });
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [SCRIPT, join(folder, 'all'), join(folder, 'CHANGELOG.md')],
    { encoding: 'utf8' },
  );
  return { status, lines: `${stderr}${stdout}`.trim().split('\n') };
}

describe('the check of migrations', () => {
  it.each([
    ['ALTER TABLE agents DROP COLUMN description;', 'drops the column agents.description,'],
    [
      'alter table only public."agents"\n  drop if exists "description" cascade',
      'drops the column agents.description,',
    ],
    ['ALTER TABLE agents ADD COLUMN a int, DROP COLUMN b;', 'drops the column agents.b,'],
    ['ALTER TABLE agents ADD a numeric(3, 2), DROP b', 'drops the column agents.b,'],
    ['DROP TABLE IF EXISTS a, activity_days CASCADE;', 'drops the table activity_days,'],
    ['DROP TABLE "activity_days"', 'drops the table activity_days,'],
    ['DROP INDEX CONCURRENTLY memories_key_idx;', 'drops the index memories_key_idx,'],
    ['DROP FUNCTION memory_counts_add(bigint, text);', 'drops the function memory_counts_add,'],
    ['DROP TRIGGER t ON memories;', 'drops the trigger t,'],
    ['DROP VIEW v;', 'drops the view v,'],
    ['ALTER TABLE agents RENAME COLUMN a TO b;', 'renames agents.a,'],
    ['ALTER TABLE agents RENAME a TO b;', 'renames agents.a,'],
    ['ALTER TABLE agents RENAME TO bots;', 'renames agents,'],
    ['ALTER INDEX memories_key_idx RENAME TO other;', 'renames memories_key_idx,'],
    ['ALTER TABLE agents SET SCHEMA old;', 'renames agents,'],
    ['ALTER TABLE agents ALTER COLUMN a TYPE bigint;', 'changes the type of the column agents.a,'],
    [
      'ALTER TABLE agents ALTER a SET DATA TYPE bigint USING a::bigint',
      'changes the type of the column agents.a,',
    ],
    ['ALTER TABLE agents ALTER COLUMN a SET NOT NULL;', 'refuses null in the column agents.a,'],
    ['ALTER TABLE agents ALTER COLUMN a DROP DEFAULT;', 'takes the default from the column agents.a,'],
    ['ALTER TABLE agents ADD COLUMN a int NOT NULL;', 'for what older replicas insert, the column agents.a,'],
    ['ALTER TABLE agents DROP CONSTRAINT agents_fit;', 'drops the constraint agents.agents_fit,'],
    ['DO $$ BEGIN ALTER TABLE agents DROP COLUMN a; END $$;', 'drops the column agents.a,'],
    ['-- A -- comment\nALTER /* here */ TABLE agents\n\tDROP\n\tCOLUMN a', 'drops the column agents.a,'],
  ])('refuses %j', (sql, problem) => {
    const { status, lines } = check(sql);
    expect(status).toBe(1);
    expect(lines.join('\n')).toContain(
      `30000101000000_m ${problem.startsWith('for') ? 'adds, without a default ' : ''}${problem}`,
    );
  });

  it.each([
    'ALTER TABLE agents ADD COLUMN a int, ADD b text NOT NULL DEFAULT 0, ADD c bigint NOT NULL GENERATED ALWAYS AS IDENTITY;',
    'ALTER TABLE agents ALTER COLUMN a DROP NOT NULL, ALTER b SET DEFAULT 1;',
    'ALTER TABLE agents ALTER COLUMN a SET DEFAULT 0; ALTER TABLE agents ALTER COLUMN a SET NOT NULL;',
    'ALTER TABLE memory_tombstones ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;',
    'ALTER TABLE memory_tombstones ADD PRIMARY KEY (namespace_id, memory_id);',
    'ALTER TABLE a DROP CONSTRAINT a_check; ALTER TABLE a ADD CONSTRAINT a_check CHECK (b > 0);',
    'ALTER TABLE a ADD CHECK ((b IS NULL) = (c IS NOT NULL));',
    'DROP INDEX a_idx; CREATE UNIQUE INDEX a_idx ON a (b);',
    'DROP FUNCTION f(int); CREATE FUNCTION f(a int, b int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;',
    'DROP TRIGGER t ON a; CREATE TRIGGER t AFTER INSERT ON a EXECUTE FUNCTION f();',
    'CREATE TABLE moved (a int); INSERT INTO moved SELECT 1; DROP TABLE moved;',
    "COMMENT ON TABLE agents IS 'DROP TABLE agents; it''s fine'; -- DROP TABLE agents;\n",
    'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $body$ BEGIN DROP TABLE scratch; END $body$;',
    'DELETE FROM agents; UPDATE agents SET a = 1;',
  ])('takes %j', (sql) => {
    expect(check(sql)).toMatchObject({ status: 0 });
  });

  it('takes what the migration says that no release uses', () => {
    const sql = '-- contract: agents.a, unused since 1.2.0\nALTER TABLE agents DROP COLUMN a;';
    expect(check(sql).lines).toEqual([
      '1 migrations since 20261128150000_audit_entry_key keep what the version before uses',
    ]);
  });

  it('refuses a contract of another name, and one of what is no release', () => {
    const { status, lines } = check(
      '-- contract: agents.b, unused since 1.2.0\nALTER TABLE agents DROP COLUMN a;',
      '-- contract: agents.a, unused since 1.3.0\nALTER TABLE agents DROP COLUMN a;',
    );
    expect(status).toBe(1);
    expect(lines).toEqual([
      expect.stringContaining('30000101000000_m drops the column agents.a,'),
      '30000101000001_m: 1.3.0, since which agents.a is unused, is no release in CHANGELOG.md',
    ]);
  });

  it('finds nothing wrong with the migrations that are there', () => {
    expect(spawnSync(process.execPath, [SCRIPT]).status).toBe(0);
  });
});
