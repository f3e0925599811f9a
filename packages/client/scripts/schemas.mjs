// Writes src/schemas.ts, the types of requests and responses, from the service's openapi.json.
//
//   node scripts/schemas.mjs           write
//   node scripts/schemas.mjs --check   fail if the file does not fit openapi.json
//
// openapi-typescript writes the types; it comes from the npm registry. Ends with 75 where that cannot be reached.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SKIPPED } from '../../../scripts/registry-packages.mjs';
import { clientDocument, withDates } from './client-document.mjs';
import { npx } from './npx.mjs';

const GENERATOR = 'openapi-typescript@7.13.0';
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const file = path.join(root, 'src/schemas.ts');

const document = JSON.parse(readFileSync(path.join(root, '../../openapi.json'), 'utf8'));
const types = generate(clientDocument(document));

if (types === null) {
  console.log('SKIPPED the types of the client: the npm registry cannot be reached');
  process.exitCode = SKIPPED;
} else if (process.argv.includes('--check')) {
  if (types !== readFileSync(file, 'utf8')) {
    console.error('packages/client/src/schemas.ts is old: run `npm run docs -- client` and commit it');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, types);
}

/**
 * @param {object} schemas an OpenAPI document
 * @returns {string | null} null without a registry
 */
function generate(schemas) {
  const folder = mkdtempSync(path.join(tmpdir(), 'client-schemas-'));
  try {
    writeFileSync(path.join(folder, 'in.json'), JSON.stringify(schemas));
    const options = ['--root-types', '--root-types-no-schema-prefix', '--default-non-nullable=false'];
    if (npx(GENERATOR, 'openapi-typescript', ['in.json', '-o', 'out.ts', ...options], folder) === null)
      return null;
    return withDates(readFileSync(path.join(folder, 'out.ts'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
