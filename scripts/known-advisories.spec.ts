import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** First versions without a known advisory, one of each major version that may be locked. By hand, since npm audit cannot be asked. */
const CORRECTED: Readonly<Record<string, readonly string[]>> = {
  '@xmldom/xmldom': ['0.8.4'], // CVE-2022-39353
  ajv: ['6.14.0', '8.18.0'], // CVE-2025-69873
  axios: ['1.13.5'], // CVE-2026-25639
  'body-parser': ['2.2.1'], // CVE-2025-13466
  'brace-expansion': ['2.0.2', '5.0.1'], // CVE-2025-5889
  busboy: ['1.0.0'], // CVE-2022-24434, in dicer
  cookie: ['0.7.0'], // CVE-2024-47764
  'cross-spawn': ['7.0.5'], // CVE-2024-21538
  'follow-redirects': ['1.15.6'], // CVE-2024-28849
  'form-data': ['4.0.4'], // CVE-2025-7783
  formidable: ['3.5.3'], // CVE-2025-46653
  glob: ['10.5.0', '11.1.0'], // CVE-2025-64756
  'js-yaml': ['3.14.2', '4.1.1'], // CVE-2025-64718
  jsonwebtoken: ['9.0.0'], // CVE-2022-23529
  jszip: ['3.8.0'], // CVE-2022-48285
  jws: ['4.0.1'], // CVE-2025-65945
  lodash: ['4.17.23'], // CVE-2025-13465
  multer: ['2.0.2'], // CVE-2025-7338
  'path-to-regexp': ['8.0.0'], // CVE-2024-45296
  'pdfjs-dist': ['4.2.67'], // CVE-2024-4367
  qs: ['6.14.1'], // CVE-2025-15284
  semver: ['6.3.1', '7.5.2'], // CVE-2022-25883
  validator: ['13.15.22'], // CVE-2025-12758
  yaml: ['2.2.2'], // CVE-2023-2251
};

interface Lock {
  packages: Record<string, { version?: string }>;
}

const numbersOf = (version: string): number[] => version.split(/[.-]/).slice(0, 3).map(Number);

/** At least the corrected version of its own major version; of a newer one than all, without more. */
function isCorrected(version: string, corrected: readonly string[]): boolean {
  const [major = 0, minor = 0, patch = 0] = numbersOf(version);
  const same = corrected.map(numbersOf).find(([each]) => each === major);
  if (same === undefined) return corrected.every((each) => (numbersOf(each)[0] ?? 0) < major);
  const [, sameMinor = 0, samePatch = 0] = same;
  return minor > sameMinor || (minor === sameMinor && patch >= samePatch);
}

describe('a locked package with a known advisory', () => {
  const locks = ['', 'local-model'].map((folder) => join(__dirname, '..', folder, 'package-lock.json'));
  const packages = locks.flatMap((file) =>
    Object.entries((JSON.parse(readFileSync(file, 'utf8')) as Lock).packages),
  );
  const locked = packages.map(([path, { version = '' }]) => ({
    name: path.split('node_modules/').at(-1) ?? '',
    version,
  }));

  it.each(Object.entries(CORRECTED))('is corrected: %s', (name, corrected) => {
    const versions = locked.filter((each) => each.name === name).map(({ version }) => version);
    expect(versions.filter((version) => !isCorrected(version, corrected))).toEqual([]);
  });

  it.each([
    ['1.13.4', false],
    ['1.13.5', true],
    ['1.9.0', false],
    ['2.0.0', true],
    ['0.30.0', false],
  ])('is compared by its numbers: %s', (version, expected) => {
    expect(isCorrected(version, ['1.13.5'])).toBe(expected);
  });
});
