/**
 * How each editor is connected. Written by `npm run docs -- editors` from the catalog of the command `connect`. The texts
 * have places: {URL} of the MCP endpoint, {SERVICE}, {AGENT} and {KEY}.
 */
export const EDITORS = [
  {
    "id": "claude-code",
    "name": "Claude Code",
    "file": ".mcp.json",
    "local": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"type\": \"http\",\n      \"url\": \"{URL}\"\n    }\n  }\n}",
    "remote": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"type\": \"http\",\n      \"url\": \"{URL}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer {KEY}\"\n      }\n    }\n  }\n}",
    "next": "Start Claude Code in this folder and approve the server of .mcp.json."
  },
  {
    "id": "claude-desktop",
    "name": "Claude Desktop",
    "file": "~/.config/Claude/claude_desktop_config.json",
    "local": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"command\": \"agent-memory\",\n      \"args\": [\n        \"mcp\",\n        \"--url\",\n        \"{SERVICE}\",\n        \"--agent\",\n        \"{AGENT}\"\n      ]\n    }\n  }\n}",
    "remote": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"command\": \"agent-memory\",\n      \"args\": [\n        \"mcp\",\n        \"--url\",\n        \"{SERVICE}\",\n        \"--agent\",\n        \"{AGENT}\"\n      ]\n    }\n  }\n}",
    "next": "Quit Claude Desktop and start it again."
  },
  {
    "id": "cursor",
    "name": "Cursor",
    "file": ".cursor/mcp.json",
    "local": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"url\": \"{URL}\"\n    }\n  }\n}",
    "remote": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"url\": \"{URL}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer {KEY}\"\n      }\n    }\n  }\n}",
    "next": "Restart Cursor and switch the server on under Customize, MCPs."
  },
  {
    "id": "vscode",
    "name": "VS Code",
    "file": ".vscode/mcp.json",
    "local": "{\n  \"servers\": {\n    \"agent-memory\": {\n      \"type\": \"http\",\n      \"url\": \"{URL}\"\n    }\n  }\n}",
    "remote": "{\n  \"servers\": {\n    \"agent-memory\": {\n      \"type\": \"http\",\n      \"url\": \"{URL}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer {KEY}\"\n      }\n    }\n  }\n}",
    "next": "Run \"MCP: List Servers\" in VS Code, start the server and trust it."
  },
  {
    "id": "codex",
    "name": "Codex",
    "file": ".codex/config.toml",
    "local": "[mcp_servers.agent-memory]\nurl = \"{URL}\"",
    "remote": "[mcp_servers.agent-memory]\nurl = \"{URL}\"\nbearer_token_env_var = \"AGENT_MEMORY_KEY\"",
    "next": "Start Codex in this folder and trust it."
  },
  {
    "id": "windsurf",
    "name": "Windsurf",
    "file": "~/.codeium/windsurf/mcp_config.json",
    "local": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"serverUrl\": \"{URL}\"\n    }\n  }\n}",
    "remote": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"serverUrl\": \"{URL}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer {KEY}\"\n      }\n    }\n  }\n}",
    "next": "Refresh the MCP servers in Cascade, or restart Windsurf."
  },
  {
    "id": "gemini-cli",
    "name": "Gemini CLI",
    "file": ".gemini/settings.json",
    "local": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"httpUrl\": \"{URL}\"\n    }\n  }\n}",
    "remote": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"httpUrl\": \"{URL}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer {KEY}\"\n      }\n    }\n  }\n}",
    "next": "Start Gemini CLI; /mcp lists the server."
  },
  {
    "id": "cline",
    "name": "Cline",
    "file": "~/.cline/data/settings/cline_mcp_settings.json",
    "local": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"type\": \"streamableHttp\",\n      \"url\": \"{URL}\"\n    }\n  }\n}",
    "remote": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"command\": \"agent-memory\",\n      \"args\": [\n        \"mcp\",\n        \"--url\",\n        \"{SERVICE}\",\n        \"--agent\",\n        \"{AGENT}\"\n      ]\n    }\n  }\n}",
    "next": "Open the MCP servers in Cline: the server is under Configure."
  },
  {
    "id": "roo",
    "name": "Roo Code",
    "file": ".roo/mcp.json",
    "local": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"type\": \"streamable-http\",\n      \"url\": \"{URL}\"\n    }\n  }\n}",
    "remote": "{\n  \"mcpServers\": {\n    \"agent-memory\": {\n      \"command\": \"agent-memory\",\n      \"args\": [\n        \"mcp\",\n        \"--url\",\n        \"{SERVICE}\",\n        \"--agent\",\n        \"{AGENT}\"\n      ]\n    }\n  }\n}",
    "next": "Open the MCP servers in Roo Code and refresh them."
  },
  {
    "id": "continue",
    "name": "Continue",
    "file": ".continue/mcpServers/agent-memory.yaml",
    "local": "name: Agent memory\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: agent-memory\n    type: streamable-http\n    url: \"{URL}\"",
    "remote": "name: Agent memory\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: agent-memory\n    type: stdio\n    command: agent-memory\n    args:\n      - mcp\n      - --url\n      - \"{SERVICE}\"\n      - --agent\n      - \"{AGENT}\"",
    "next": "Use Agent mode in Continue: only there it has tools."
  },
  {
    "id": "zed",
    "name": "Zed",
    "file": ".zed/settings.json",
    "local": "{\n  \"context_servers\": {\n    \"agent-memory\": {\n      \"url\": \"{URL}\"\n    }\n  }\n}",
    "remote": "{\n  \"context_servers\": {\n    \"agent-memory\": {\n      \"command\": \"agent-memory\",\n      \"args\": [\n        \"mcp\",\n        \"--url\",\n        \"{SERVICE}\",\n        \"--agent\",\n        \"{AGENT}\"\n      ]\n    }\n  }\n}",
    "next": "Zed starts the server by itself; the agent panel shows it."
  },
  {
    "id": "opencode",
    "name": "opencode",
    "file": "opencode.json",
    "local": "{\n  \"$schema\": \"https://opencode.ai/config.json\",\n  \"mcp\": {\n    \"servers\": {\n      \"agent-memory\": {\n        \"type\": \"remote\",\n        \"url\": \"{URL}\"\n      }\n    }\n  }\n}",
    "remote": "{\n  \"$schema\": \"https://opencode.ai/config.json\",\n  \"mcp\": {\n    \"servers\": {\n      \"agent-memory\": {\n        \"type\": \"remote\",\n        \"url\": \"{URL}\",\n        \"headers\": {\n          \"Authorization\": \"Bearer {KEY}\"\n        },\n        \"oauth\": false\n      }\n    }\n  }\n}",
    "next": "Start opencode."
  },
  {
    "id": "goose",
    "name": "goose",
    "file": "~/.config/goose/config.yaml",
    "local": "extensions:\n  agent-memory:\n    enabled: true\n    name: agent-memory\n    description: Long-term memory\n    timeout: 300\n    type: streamable_http\n    uri: \"{URL}\"",
    "remote": "extensions:\n  agent-memory:\n    enabled: true\n    name: agent-memory\n    description: Long-term memory\n    timeout: 300\n    type: stdio\n    cmd: agent-memory\n    args:\n      - mcp\n      - --url\n      - \"{SERVICE}\"\n      - --agent\n      - \"{AGENT}\"",
    "next": "Start goose again."
  }
] as const;
