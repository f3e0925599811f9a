// `npm run check -- migrations`: fails on a migration that drops, renames or narrows what the version before uses. While a
// rollout runs, replicas of that version are on the database that the new version has migrated (docs/adr/0074).
//
// A migration may take away what no release uses any more, and says so in a line of its own:
//
//   -- contract: agents.description, unused since 1.2.0
//
// `node scripts/check-migrations.mjs FOLDER CHANGELOG` checks other files, for its tests.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractsOf, removals } from './migration-rules.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** The newest migration from before the rule. */
const BASELINE = '20261128150000_audit_entry_key';

const [folder = path.join(ROOT, 'prisma/migrations'), changelog = path.join(ROOT, 'CHANGELOG.md')] =
  process.argv.slice(2);
const releases = [...readFileSync(changelog, 'utf8').matchAll(/^## \[(\d[^\]]*)\]/gm)].map(
  ([, each]) => each,
);
const names = readdirSync(folder).filter((name) => /^\d/.test(name) && name > BASELINE);
const problems = names.flatMap((name) => migrationProblems(name));
for (const each of problems) console.error(each);
if (problems.length === 0)
  console.log(`${names.length} migrations since ${BASELINE} keep what the version before uses`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** @param {string} name */
function migrationProblems(name) {
  const text = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
  const unknown = contractsOf(text).filter(({ version }) => !releases.includes(version));
  return [
    ...removals(text).map(
      (each) =>
        `${name} ${each.what}, which replicas of the version before may use. Keep it in this version. A migration of a ` +
        `version after a release that does without it may say: -- contract: ${each.name}, unused since VERSION`,
    ),
    ...unknown.map(
      (each) => `${name}: ${each.version}, since which ${each.name} is unused, is no release in CHANGELOG.md`,
    ),
  ];
}
