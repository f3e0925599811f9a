import { readFileSync } from 'node:fs';

const SERVICE = 'http://127.0.0.1:8000';

/**
 * The blocks of docs/PYTHON.md in their order as one shell script, for a service at `url`. It installs nothing.
 *
 * @param {string} file
 * @param {string} url
 */
export function pythonDocumentScript(file, url) {
  const blocks = readFileSync(file, 'utf8').matchAll(/^```(sh|python)\n(.*?)^```$/gms);
  const parts = [...blocks].map(([, language, code = '']) =>
    language === 'sh' ? code.replaceAll(/^pip install .*\n/gm, '') : `python <<'PYTHON'\n${code}PYTHON\n`,
  );
  return ['set -euo pipefail\n', ...parts].join('').replaceAll(SERVICE, url);
}
