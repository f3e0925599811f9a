export const DANA = 'user:dana@example.com';

export type Level = 'read' | 'write' | 'create' | 'manage';
const LEVELS: readonly Level[] = ['read', 'write', 'create', 'manage'];

/** A call of a page. `needs`: null where no key is enough. */
export interface PageCall {
  operation: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  needs: Level | null;
  scoped?: boolean;
  body?: object;
}

/** Ids of an agent's things that the calls are about. */
export interface PlantedThings {
  memory: string;
  link: string;
  session: string;
}

/** Every call of a page, in an order in which each has something to act on. */
export function callsOf(agentId: string, { memory, link, session }: PlantedThings): PageCall[] {
  const agent = `/api/v2/agents/${agentId}`;
  const at = (path: string) => `${agent}/memories/${memory}${path}`;
  const unknown = '0190a1b2-0000-7000-8000-000000000000';
  const policy = { retention: {}, rules: [] };
  const reads = { needs: 'read', scoped: true } as const;
  const writes = { needs: 'write', scoped: true } as const;
  return [
    { operation: 'getConsoleSession', method: 'get', path: '/api/v2/console/session', ...reads },
    { operation: 'listUiAgents', method: 'get', path: '/api/ui/agents', ...reads },
    { operation: 'getAttention', method: 'get', path: '/api/ui/attention', needs: 'read' },
    {
      operation: 'getCounts',
      method: 'get',
      path: `/api/ui/counts?by=change&agent_id=${agentId}`,
      needs: 'read',
    },
    { operation: 'listUiActivity', method: 'get', path: '/api/ui/activity', needs: 'read' },
    { operation: 'listUiSessions', method: 'get', path: '/api/ui/sessions', needs: 'read' },
    { operation: 'getUiSession', method: 'get', path: `/api/ui/sessions/${session}`, needs: 'read' },
    { operation: 'getSettings', method: 'get', path: '/api/ui/config', needs: null },
    { operation: 'changeSettings', method: 'patch', path: '/api/ui/config', needs: null, body: {} },
    { operation: 'getMaintenance', method: 'get', path: '/api/ui/maintenance', needs: null },
    { operation: 'getTemplateStatus', method: 'get', path: '/api/ui/template-status', needs: null },
    { operation: 'listKeys', method: 'get', path: '/api/v2/keys', needs: null },
    { operation: 'createKey', method: 'post', path: '/api/v2/keys', needs: null, body: {} },
    { operation: 'revokeKey', method: 'delete', path: '/api/v2/keys/3f9c0a1b2d4e5f60', needs: null },
    { operation: 'listAgents', method: 'get', path: '/api/v2/agents', needs: 'manage' },
    { operation: 'getAgent', method: 'get', path: agent, needs: 'read' },
    { operation: 'exportAgent', method: 'get', path: `${agent}/export`, needs: 'manage' },
    { operation: 'listMemories', method: 'get', path: `${agent}/memories`, ...reads },
    { operation: 'getMemory', method: 'get', path: at(''), ...reads },
    { operation: 'getMemoryHistory', method: 'get', path: at('/history'), ...reads },
    {
      operation: 'recall',
      method: 'post',
      path: `${agent}/recall`,
      ...reads,
      body: { query: 'What does the user like?', explain: true },
    },
    {
      operation: 'recallAsOf',
      method: 'post',
      path: `${agent}/recall/as-of`,
      ...reads,
      body: { as_of: '2099-01-01' },
    },
    { operation: 'recallAll', method: 'post', path: `${agent}/recall/all`, ...reads, body: {} },
    {
      operation: 'answer',
      method: 'post',
      path: `${agent}/answer`,
      ...reads,
      body: { question: 'What does the user like?' },
    },
    { operation: 'listConflicts', method: 'get', path: `${agent}/conflicts`, needs: 'read' },
    { operation: 'listLinks', method: 'get', path: `${agent}/links`, needs: 'read' },
    { operation: 'listFiles', method: 'get', path: `${agent}/files`, needs: 'read' },
    { operation: 'getPolicy', method: 'get', path: `${agent}/policy`, needs: 'read' },
    { operation: 'listSweeps', method: 'get', path: `${agent}/policy/sweeps`, needs: 'read' },
    { operation: 'listTraces', method: 'get', path: `${agent}/traces`, needs: 'manage' },
    { operation: 'getAgentAudit', method: 'get', path: `${agent}/audit`, needs: 'manage' },
    { operation: 'listQuarantine', method: 'get', path: `${agent}/quarantine`, needs: 'manage' },
    {
      operation: 'remember',
      method: 'post',
      path: `${agent}/remember`,
      ...writes,
      body: { content: 'The user likes jam.', scope: DANA },
    },
    { operation: 'editMemory', method: 'patch', path: at(''), ...writes, body: { title: 'Tea' } },
    { operation: 'expireMemory', method: 'post', path: at('/expire'), ...writes, body: {} },
    { operation: 'restoreMemory', method: 'post', path: at('/restore'), ...writes, body: {} },
    {
      operation: 'setMemoryStatus',
      method: 'post',
      path: `${agent}/batch-status`,
      ...writes,
      body: { memory_ids: [memory], status: 'active' },
    },
    {
      operation: 'applyLink',
      method: 'post',
      path: `${agent}/links/${link}/apply`,
      needs: 'write',
      body: {},
    },
    {
      operation: 'rejectLink',
      method: 'post',
      path: `${agent}/links/${link}/reject`,
      needs: 'write',
      body: {},
    },
    {
      operation: 'generateConflicts',
      method: 'post',
      path: `${agent}/conflicts/generate`,
      needs: 'write',
      body: {},
    },
    {
      operation: 'streamConflicts',
      method: 'post',
      path: '/api/ui/conflicts/generate/stream',
      needs: 'write',
      body: { agent_id: agentId },
    },
    {
      operation: 'resolveConflict',
      method: 'post',
      path: `${agent}/conflicts/resolve`,
      needs: 'write',
      body: {},
    },
    { operation: 'deleteFile', method: 'delete', path: `${agent}/files/${unknown}`, needs: 'write' },
    { operation: 'setPolicy', method: 'put', path: `${agent}/policy`, needs: 'manage', body: policy },
    { operation: 'applyPolicy', method: 'post', path: `${agent}/policy/apply`, needs: 'manage', body: {} },
    {
      operation: 'undoSweep',
      method: 'post',
      path: `${agent}/policy/sweeps/${unknown}/undo`,
      needs: 'manage',
      body: {},
    },
    { operation: 'releaseMemory', method: 'post', path: at('/release'), needs: 'manage', body: {} },
    {
      operation: 'forget',
      method: 'post',
      path: `${agent}/forget`,
      needs: 'manage',
      body: { about: 'Zephyrine Quillfeather' },
    },
    { operation: 'deleteMemory', method: 'delete', path: at(''), ...writes },
  ];
}

/** Whether a key of this access and these scopes may do it. */
export function isAllowed(
  { access, scopes }: { access: Level; scopes: string[] | null },
  { needs, scoped = false }: PageCall,
): boolean {
  return needs !== null && LEVELS.indexOf(access) >= LEVELS.indexOf(needs) && (scopes === null || scoped);
}
