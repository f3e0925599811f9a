// `npm run test:restore`: a restore drill. A service writes to a PostgreSQL that archives its log; after a base backup it
// writes more, forgets people and deletes, and everything is lost. The database is restored as it was at an instant, the
// receipts of what was forgotten later are applied, and recall is compared with the table.
//
// Ends with 75 and a line that says why where there is no PostgreSQL to run.
import assert from 'node:assert/strict';
import { OwnPostgres } from '../support/own-postgres';
import { buildService } from '../support/service-process';
import * as drill from './drill';

const SKIPPED = 75;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

async function main(): Promise<number> {
  const whyNot = OwnPostgres.whyNot();
  if (whyNot !== null) {
    console.log(`SKIPPED the restore drill: ${whyNot}`);
    return SKIPPED;
  }
  const ends: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const each of ends.splice(0).reverse()) await each().catch(() => undefined);
  };
  for (const signal of SIGNALS) process.once(signal, () => void end().then(() => process.exit(1)));
  await run((work) => ends.push(work)).finally(end);
  return 0;
}

async function run(atEnd: (work: () => Promise<unknown>) => void): Promise<void> {
  buildService();
  const { loss, saved } = await timed('writes, base backup, more writes, loss', () =>
    drill.loseDatabase(atEnd),
  );
  const server = await timed(`restore to ${loss.instant}`, () => drill.restore(saved, loss.instant));
  assert.equal(
    await drill.textsAbout(server, drill.EARLY),
    0,
    'who was forgotten before the instant is not there',
  );
  assert.equal(await drill.textsAbout(server, drill.LATE), 1, 'who was forgotten after it is there again');
  const agent = await timed('start', () => drill.startRestored(server, saved, atEnd));
  await timed('receipts', () => drill.checkForgotten(agent, loss));
  await timed(`recall of ${loss.kept.length} memories`, () => drill.checkRecall(agent, loss));
  await drill.checkWrites(agent);
  console.log('The database is as it was, without what was forgotten since.');
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = Date.now();
  const result = await work();
  console.log(`${what}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  return result;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
