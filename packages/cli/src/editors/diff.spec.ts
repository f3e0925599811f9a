import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { diffOf } from './diff.ts';

it('shows the changed lines with three lines before and after', () => {
  expect(diffOf('a.json', '1\n2\n3\n4\n5\n6\n7\n8\n', '1\n2\n3\n4\nx\ny\n6\n7\n8\n')).toBe(
    '--- a.json\n+++ a.json\n@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+x\n+y\n 6\n 7\n 8\n',
  );
});

it('shows a file that appears, and one that goes away', () => {
  expect(diffOf('a', null, 'x\n')).toBe('--- /dev/null\n+++ a\n@@ -0,0 +1,1 @@\n+x\n');
  expect(diffOf('a', 'x\n', null)).toBe('--- a\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n');
});

it('is what git applies', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ams-diff-'));
  const before = '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n';
  const after = '{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": {\n    "e": 4\n  }\n}\n';
  writeFileSync(path.join(folder, 'a.json'), before);
  execFileSync('git', ['apply', '-p0', '-'], { cwd: folder, input: diffOf('a.json', before, after) });
  expect(readFileSync(path.join(folder, 'a.json'), 'utf8')).toBe(after);
  rmSync(folder, { recursive: true });
});
