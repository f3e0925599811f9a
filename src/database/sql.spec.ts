import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(__dirname, '..');
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/spec\.ts$|^generated/.test(file))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));

it('each file with SQL says in its first line why Prisma does not write the statement', () => {
  const withSql = FILES.filter(({ text }) => /\bsql`|\$queryRaw|\$executeRaw/.test(text));
  expect(withSql.length).toBeGreaterThan(10);
  const silent = withSql.filter(({ text }) => !/^\/\/ SQL: .{20,}\.\n/.test(text));
  expect(silent.map(({ file }) => file)).toEqual([]);
});
