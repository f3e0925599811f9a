// Writes src/metadata.ts, or with `--check` compares it: what the Swagger plugin (nest-cli.json) reads of the types and
// comments of the request and answer classes. `nest build` and `nest start` write it too.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const { PluginMetadataGenerator } = require('@nestjs/cli/lib/compiler/plugins/plugin-metadata-generator');
const { ReadonlyVisitor } = require('@nestjs/swagger/plugin');
const ts = require('typescript');
const { compilerOptions } = JSON.parse(readFileSync(path.join(root, 'nest-cli.json'), 'utf8'));

process.chdir(root);
const folder = mkdtempSync(path.join(tmpdir(), 'metadata-'));
const file = path.join(root, 'src/metadata.ts');
try {
  const [{ options }] = compilerOptions.plugins;
  new PluginMetadataGenerator().generate({
    visitors: [new ReadonlyVisitor({ ...options, pathToSource: path.join(root, 'src') })],
    outputDir: folder,
    tsProgramRef: program(),
  });
  const text = withSortedChoices(readFileSync(path.join(folder, 'metadata.ts'), 'utf8'));
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (text !== withSortedChoices(readFileSync(file, 'utf8'))) {
    console.error(
      'src/metadata.ts is not what the code says: run "npm run docs -- openapi" and commit the file',
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The compiler lists the members of a union in the order in which it meets them, which differs from run to run.
 *
 * @param {string} text
 */
function withSortedChoices(text) {
  return text.replace(
    /enum: \[([^\]]*)\]/g,
    (_, choices) => `enum: [${choices.split(', ').sort().join(', ')}]`,
  );
}

/** The types are checked by `npm run check -- types`. */
function program() {
  const { config } = ts.readConfigFile(compilerOptions.tsConfigPath, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram(fileNames, options);
}
