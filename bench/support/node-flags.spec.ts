import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFlags, startVariables } from './node-flags';

const ROOT = join(__dirname, '../..');

describe('the flags that the service is started with', () => {
  const flags = nodeFlags().join(' ');

  it('are there', () => {
    expect(flags).toMatch(/^--v8-pool-size=\d+ --max-semi-space-size=\d+$/);
  });

  it('are the same with and without a shell that has exec', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: { start: string };
    };
    expect(scripts.start).toBe(
      `MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 exec node ${flags} scripts/start.mjs || node ${flags} scripts/start.mjs`,
    );
  });

  it('are those of the image', () => {
    const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
    const command = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)![1]!) as string[];
    expect(command.join(' ')).toBe(`node ${flags} dist/main.js`);
    expect(startVariables()).toEqual({ MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' });
    for (const [name, value] of Object.entries(startVariables())) {
      expect(dockerfile).toContain(`${name}=${value} `);
    }
  });
});
