import { withEntry, withoutEntry, UnchangeableConfig, UnreadableConfig } from './config-format.ts';
import type { ConfigFormat, EntryPath } from './config-format.ts';
import { jsonFormat } from './json-format.ts';
import { tomlFormat } from './toml-format.ts';
import { yamlFormat } from './yaml-format.ts';

const entry = { url: 'http://127.0.0.1:8000/mcp/agents/demo' };
const servers: EntryPath = { table: ['mcpServers'], name: 'agent-memory' };
const codex: EntryPath = { table: ['mcp_servers'], name: 'agent-memory' };
const goose: EntryPath = { table: ['extensions'], name: 'agent-memory' };
const list: EntryPath = { table: ['mcpServers'], name: 'agent-memory', isList: true };
const item = { name: 'agent-memory', ...entry };

interface Case {
  name: string;
  format: ConfigFormat;
  path: EntryPath;
  entry: Record<string, unknown>;
  before: string;
  after: string;
}

const cases: Case[] = [
  {
    name: 'JSON with comments, a trailing comma and tabs',
    format: jsonFormat,
    path: servers,
    entry,
    before:
      '// mine\n{\n\t"theme": "dark", // keep\n\t"mcpServers": {\n\t\t/* one */\n\t\t"other": {"command": "a", "args": ["b"]}, // last\n\t},\n}\n',
    after:
      '// mine\n{\n\t"theme": "dark", // keep\n\t"mcpServers": {\n\t\t/* one */\n\t\t"other": {"command": "a", "args": ["b"]}, // last\n\t\t"agent-memory": {\n\t\t\t"url": "http://127.0.0.1:8000/mcp/agents/demo"\n\t\t},\n\t},\n}\n',
  },
  {
    name: 'JSON whose last property has a comment and no comma',
    format: jsonFormat,
    path: servers,
    entry,
    before: '{\n    "mcpServers": {\n        "other": { "url": "x" } // last, not "least"\n    }\n}',
    after:
      '{\n    "mcpServers": {\n        "other": { "url": "x" }, // last, not "least"\n        "agent-memory": {\n            "url": "http://127.0.0.1:8000/mcp/agents/demo"\n        }\n    }\n}',
  },
  {
    name: 'JSON with Windows line ends and no servers',
    format: jsonFormat,
    path: servers,
    entry,
    before: '{\r\n  "a": 1\r\n}\r\n',
    after:
      '{\r\n  "a": 1,\r\n  "mcpServers": {\r\n    "agent-memory": {\r\n      "url": "http://127.0.0.1:8000/mcp/agents/demo"\r\n    }\r\n  }\r\n}\r\n',
  },
  {
    name: 'JSON on one line',
    format: jsonFormat,
    path: servers,
    entry,
    before: '{"mcpServers": {"other": {"url": "x"}}}',
    after:
      '{"mcpServers": {"other": {"url": "x"}, "agent-memory": {"url":"http://127.0.0.1:8000/mcp/agents/demo"}}}',
  },
  {
    name: 'JSON with an empty table of servers',
    format: jsonFormat,
    path: servers,
    entry,
    before: '{\n  "mcpServers": {},\n  "b": [1, 2]\n}\n',
    after:
      '{\n  "mcpServers": {\n    "agent-memory": {\n      "url": "http://127.0.0.1:8000/mcp/agents/demo"\n    }\n  },\n  "b": [1, 2]\n}\n',
  },
  {
    name: 'an empty JSON file',
    format: jsonFormat,
    path: servers,
    entry,
    before: '',
    after:
      '{\n  "mcpServers": {\n    "agent-memory": {\n      "url": "http://127.0.0.1:8000/mcp/agents/demo"\n    }\n  }\n}\n',
  },
  {
    name: 'TOML with comments, without a last line end',
    format: tomlFormat,
    path: codex,
    entry,
    before: '# mine\nmodel = "o3"   # keep\n\n[mcp_servers.other]\ncommand = "a"\nargs = [\n  "b",\n]',
    after:
      '# mine\nmodel = "o3"   # keep\n\n[mcp_servers.other]\ncommand = "a"\nargs = [\n  "b",\n]\n\n[mcp_servers.agent-memory]\nurl = "http://127.0.0.1:8000/mcp/agents/demo"\n',
  },
  {
    name: 'an empty TOML file',
    format: tomlFormat,
    path: codex,
    entry,
    before: '',
    after: '[mcp_servers.agent-memory]\nurl = "http://127.0.0.1:8000/mcp/agents/demo"\n',
  },
  {
    name: 'YAML with comments and long lines',
    format: yamlFormat,
    path: goose,
    entry,
    before: `# mine\nGOOSE_MODEL: "x"   # keep\nextensions:\n    # built in\n    developer:\n        enabled: true\n        description: ${'word '.repeat(30).trim()}  # end\n\n# after\nslash_commands: [ a,  b ]\n`,
    after: `# mine\nGOOSE_MODEL: "x"   # keep\nextensions:\n    # built in\n    developer:\n        enabled: true\n        description: ${'word '.repeat(30).trim()}  # end\n    agent-memory:\n      url: http://127.0.0.1:8000/mcp/agents/demo\n\n# after\nslash_commands: [ a,  b ]\n`,
  },
  {
    name: 'YAML with Windows line ends, an empty table and text after it',
    format: yamlFormat,
    path: goose,
    entry,
    before: 'extensions: {} # none\r\nother: 1\r\n',
    after:
      'extensions: # none\r\n  agent-memory:\r\n    url: http://127.0.0.1:8000/mcp/agents/demo\r\nother: 1\r\n',
  },
  {
    name: 'a YAML list that is not indented',
    format: yamlFormat,
    path: list,
    entry: item,
    before: 'name: mine\nmcpServers:\n- name: other\n  command: a\n  args: ["-y"]\nrules:\n- b',
    after:
      'name: mine\nmcpServers:\n- name: other\n  command: a\n  args: ["-y"]\n- name: agent-memory\n  url: http://127.0.0.1:8000/mcp/agents/demo\nrules:\n- b',
  },
  {
    name: 'YAML without servers and without a last line end',
    format: yamlFormat,
    path: list,
    entry: item,
    before: 'name: mine # x',
    after:
      'name: mine # x\nmcpServers:\n  - name: agent-memory\n    url: http://127.0.0.1:8000/mcp/agents/demo\n',
  },
];

describe.each(cases)('$name', ({ format, path, entry: put, before, after }) => {
  it('gets the entry and keeps everything else', () => {
    expect(withEntry(format, before, path, put)).toBe(after);
  });

  it('is the same after a second time', () => {
    expect(withEntry(format, after, path, put)).toBe(after);
  });

  it('gets another entry in the place of the first one, and loses it again', () => {
    const other = withEntry(format, after, path, { ...put, url: 'http://127.0.0.1:9000/mcp' });
    expect(other).toBe(after.replace('http://127.0.0.1:8000/mcp/agents/demo', 'http://127.0.0.1:9000/mcp'));
    const removed = withoutEntry(format, other, path);
    expect(removed).not.toContain('agent-memory');
    expect(withEntry(format, removed, path, put)).toContain('agent-memory');
  });
});

describe('the removal of an entry', () => {
  it.each(cases.filter(({ before }) => before.includes('other:') || before.includes('other"')))(
    'gives back the text, if other servers are there: $name',
    ({ format, path, before, after }) => {
      expect(withoutEntry(format, after, path)).toBe(before);
    },
  );

  it('keeps servers that were added after it', () => {
    const text = '{\n  "mcpServers": {\n    "agent-memory": {},\n    "z": { "url": "x" } // z\n  }\n}\n';
    expect(withoutEntry(jsonFormat, text, servers)).toBe(
      '{\n  "mcpServers": {\n    "z": { "url": "x" } // z\n  }\n}\n',
    );
    const toml =
      '[mcp_servers.agent-memory]\nurl = "x"\n\n[mcp_servers.agent-memory.env]\nA = "b"\n\n# z\n[z]\nb = 1\n';
    expect(withoutEntry(tomlFormat, toml, codex)).toBe('\n# z\n[z]\nb = 1\n');
    const yaml = 'extensions:\n  agent-memory:\n    url: x\n  # z\n  z:\n    b: 1\n';
    expect(withoutEntry(yamlFormat, yaml, goose)).toBe('extensions:\n  # z\n  z:\n    b: 1\n');
  });

  it('does nothing where there is none', () => {
    expect(withoutEntry(jsonFormat, '{ "a": 1 }', servers)).toBe('{ "a": 1 }');
  });
});

describe('a file that cannot be read or changed', () => {
  it.each([
    [jsonFormat, servers, '{\n  "a": 1,\n  "b" 2\n}', 'line 3, column 7: ColonExpected'],
    [jsonFormat, servers, '[]', 'line 1: it is not an object'],
    [tomlFormat, codex, 'a = 1\nb = \n', 'line 2, column 5: Invalid TOML document'],
    [yamlFormat, goose, 'a: 1\nb: [1\nc: 2\n', 'line 3, column 1: Flow sequence in block collection'],
    [yamlFormat, goose, '- a\n', 'line 1: it is not a mapping'],
  ])('is refused with the place of the fault', (format, path, text, place) => {
    expect(() => withEntry(format, text, path, entry)).toThrow(UnreadableConfig);
    expect(() => withEntry(format, text, path, entry)).toThrow(place);
  });

  it.each([
    [jsonFormat, servers, '{ "mcpServers": [] }'],
    [tomlFormat, codex, 'mcp_servers = { agent-memory = { url = "x" } }\n'],
    [tomlFormat, codex, 'a = """\n[mcp_servers.agent-memory]\n"""\n'],
    [yamlFormat, goose, 'extensions: { a: { b: 1 } }\n'],
    [yamlFormat, goose, '{ a: 1, extensions: {} }\n'],
  ])('is left as it is', (format, path, text) => {
    expect(() => withEntry(format, text, path, entry)).toThrow(UnchangeableConfig);
  });
});
