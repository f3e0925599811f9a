import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(__dirname, '..');
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/spec\.ts$|^generated/.test(file))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));

const withSql = FILES.filter(({ text }) => /\bsql`|\$queryRaw|\$executeRaw/.test(text));

it('each file with SQL begins with a comment that says why Prisma does not write the statement', () => {
  expect(withSql.length).toBeGreaterThan(10);
  const silent = withSql.filter(({ text }) => !/^\/\/ SQL: .{20,}(?:\n\/\/ .+)*\.\n(?!\/\/)/.test(text));
  expect(silent.map(({ file }) => file)).toEqual([]);
});

it('the decision record on Prisma and SQL names each file with SQL, and their number', () => {
  const record = readFileSync(join(SRC, '../docs/adr/0052-what-prisma-says-and-what-sql-says.md'), 'utf8');
  const named = [...record.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(.+?)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual(withSql.map(({ file }) => file).sort());
  expect(record).toContain(`The result is ${withSql.length},`);
});
