import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { portableSkill } from './portable-skill.cjs';

const ROOT = join(__dirname, '..');
const json = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, never>;
const { version } = json('packages/cli/package.json') as unknown as { version: string };
const ajv = new Ajv({ strict: false });

const TEXT = { type: 'string', minLength: 1 };
/** Agent Plugins 1.0.0, section 5: https://github.com/agentplugins/agent-plugins-spec, spec/1.0.0.md, commit 3bf6628. */
const PLUGIN = {
  type: 'object',
  required: ['$schema', 'name'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json' },
    name: { type: 'string', maxLength: 64, pattern: '^[a-z0-9]([a-z0-9]|[-.](?![-.]))*[a-z0-9]$' },
    version: TEXT,
    description: TEXT,
    author: {
      type: 'object',
      additionalProperties: false,
      properties: { name: TEXT, email: TEXT, url: TEXT },
    },
    homepage: TEXT,
    repository: TEXT,
    license: TEXT,
    keywords: { type: 'array', items: TEXT },
  },
};
/** Section 7.2.1 of the same. */
const SERVERS = {
  type: 'object',
  required: ['$schema', 'mcpServers'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json' },
    mcpServers: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['type', 'command'],
        additionalProperties: false,
        properties: { type: { const: 'stdio' }, command: TEXT, args: { type: 'array', items: TEXT } },
      },
    },
  },
};
const ARGUMENT = {
  type: 'object',
  required: ['type'],
  properties: {
    type: { enum: ['positional', 'named'] },
    format: { enum: ['string', 'number', 'boolean', 'filepath'] },
  },
  oneOf: [
    {
      properties: { type: { const: 'positional' } },
      anyOf: [{ required: ['value'] }, { required: ['valueHint'] }],
    },
    { properties: { type: { const: 'named' } }, required: ['name'] },
  ],
};
/**
 * What server.json uses of the schema of the MCP registry, 2025-09-29:
 * https://github.com/modelcontextprotocol/registry, docs/reference/server-json/server.schema.json, commit 05f550b.
 */
const SERVER = {
  type: 'object',
  required: ['$schema', 'name', 'description', 'version'],
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255 },
    repository: { type: 'object', required: ['url', 'source'] },
    packages: {
      type: 'array',
      items: {
        type: 'object',
        required: ['registryType', 'identifier', 'version', 'transport'],
        additionalProperties: false,
        properties: {
          registryType: { const: 'npm' },
          registryBaseUrl: TEXT,
          identifier: TEXT,
          version: { type: 'string', minLength: 1, not: { const: 'latest' } },
          runtimeHint: TEXT,
          transport: { type: 'object', required: ['type'], properties: { type: { const: 'stdio' } } },
          packageArguments: { type: 'array', items: ARGUMENT },
        },
      },
    },
  },
};

function validate(schema: object, file: string): void {
  const check = ajv.compile(schema);
  check(json(file));
  expect(check.errors ?? []).toEqual([]);
}

describe('the plugin for clients of Agent Plugins', () => {
  it('has a manifest and servers as the specification says, and the version of the package', () => {
    validate(PLUGIN, 'integrations/agent-plugin/plugin.json');
    validate(SERVERS, 'integrations/agent-plugin/mcp.json');
    expect(json('integrations/agent-plugin/plugin.json')).toMatchObject({ version });
  });

  it('has the skills of the plugin for Claude Code, without what only that one knows', () => {
    execFileSync(process.execPath, [join(__dirname, 'plugin-skills.mjs'), '--check']);
    const folder = join(ROOT, 'integrations/agent-plugin/skills');
    expect(readdirSync(folder)).toEqual(readdirSync(join(ROOT, 'integrations/claude-code/skills')));
    const source = '---\nname: a\ndescription: b\nallowed-tools: Bash\n---\n\nStore this: $ARGUMENTS\n';
    expect(portableSkill(source)).toBe(
      '---\nname: a\ndescription: b\nlicense: Apache-2.0\n---\n\nStore this: what the user names\n',
    );
  });
});

describe('the file of the MCP registry', () => {
  it('is as its schema says, and names the package that npm publishes', () => {
    validate(SERVER, 'server.json');
    const own = json('packages/cli/package.json') as unknown as { name: string; mcpName?: string };
    expect(json('server.json')).toMatchObject({
      name: own.mcpName,
      version,
      packages: [{ identifier: own.name, version }],
    });
  });
});

describe('the marketplace of Claude Code', () => {
  it('names the plugin of this repository in its version', () => {
    const { plugins, owner, name } = json('.claude-plugin/marketplace.json') as unknown as {
      name: string;
      owner: { name: string };
      plugins: { name: string; source: string; version: string }[];
    };
    expect([name, owner.name]).toEqual([expect.stringMatching(/^[a-z0-9-]+$/), expect.stringMatching(/\S/)]);
    expect(plugins).toHaveLength(1);
    for (const plugin of plugins) {
      const manifest = json(join(plugin.source, '.claude-plugin/plugin.json'));
      expect(manifest).toMatchObject({ name: plugin.name, version: plugin.version });
      expect(plugin.version).toBe(version);
      expect(existsSync(join(ROOT, plugin.source, 'README.md'))).toBe(true);
    }
  });
});
