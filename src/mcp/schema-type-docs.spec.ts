import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEMORY_TYPES } from '../backend/memory';
import { EXPLAINED_TYPE } from './schema';

it('docs/GUIDE.md explains the types of memories in the words that models read', () => {
  const guide = readFileSync(join(__dirname, '../../docs/GUIDE.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (.*) \| .+ \|$/gm)].map(
    ([, type, use]) => `${type}: ${use}`,
  );
  const ofTypes = rows.filter((row) => MEMORY_TYPES.some((type) => row.startsWith(`${type}: `)));
  expect(ofTypes.join('\n')).toBe(EXPLAINED_TYPE.description);
});
