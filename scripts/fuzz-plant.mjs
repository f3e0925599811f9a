/** The first is the agent of the document's examples; both are created again when the fuzzer deletes them. */
const AGENTS = ['support-bot', 'other-bot'];
const DELETABLE_AGENT = 'deletable-bot';
const REFERENCE = 'notes/#1';
const DELETABLE_REFERENCE = 'notes/#2';
const TIMEOUT_MS = 60_000;

/**
 * Fills a service with one of everything, so that generated requests have something to be about.
 *
 * @param {{ url: string, key: string }} service
 * @returns {Promise<{ key: string, ids: Record<string, string[]>, deletable: Record<string, Record<string, string>> }>}
 *   `ids` by the names of the parameters for them; `deletable` are such ids that operations may delete
 */
export async function plant({ url, key }) {
  const planted = [];
  for (const agent of AGENTS) planted.push(await plantAgent(`${url}/api/v2/agents`, key, agent));
  const [first] = planted;
  if (first === undefined) throw new Error('Nothing was planted');
  await call(
    'POST',
    `${url}/api/v2/agents`,
    { Authorization: `Bearer ${key}` },
    { agent_id: DELETABLE_AGENT },
  );
  return {
    key,
    deletable: {
      deleteAgent: { agent_id: DELETABLE_AGENT },
      deleteMemoryByRef: { source_ref: DELETABLE_REFERENCE },
      deleteMemory: { memory_id: first.deletable.memory },
      deleteFile: { file_id: first.deletable.file },
    },
    ids: {
      agent_id: AGENTS,
      memory_id: planted.flatMap((each) => each.memories),
      source_ref: [REFERENCE],
      file_id: planted.map((each) => each.file),
      sweep_id: planted.map((each) => each.sweep),
      link_id: planted.map((each) => each.link),
      session_id: planted.map((each) => each.session),
      name: ['conservative', 'balanced', 'aggressive'],
    },
  };
}

/**
 * @param {string} agents
 * @param {string} key
 * @param {string} agent
 */
async function plantAgent(agents, key, agent) {
  const management = { Authorization: `Bearer ${key}` };
  await call('POST', agents, management, { agent_id: agent });
  const session = await call('POST', `${agents}/${agent}/activate`, management);
  const own = { 'X-Session-Token': String(session.session_token) };
  const at = (/** @type {string} */ name) => `${agents}/${agent}/${name}`;
  const remember = async (/** @type {string} */ content) =>
    String((await call('POST', at('remember'), own, { content })).memory_id);
  for (const source_ref of [REFERENCE, DELETABLE_REFERENCE]) {
    await call('POST', at('remember'), own, { content: `Note of ${source_ref}`, source_ref });
  }
  const upload = async (/** @type {string} */ text) => {
    const form = new FormData();
    form.append('file', new Blob([text]), 'notes.txt');
    return String((await call('POST', at('upload-file'), own, form)).file_id);
  };
  const memories = [];
  for (const content of ['The user lives in Berlin.', 'The user lives in Munich.', 'The user likes tea.']) {
    memories.push(await remember(content));
  }
  await call('POST', at('remember'), own, {
    content: 'The user likes coffee.',
    supersedes: [memories[2]],
  });
  const { links } = await call('GET', at('links'), own);
  await call('PUT', at('policy'), own, { retention: { context: '3d' }, purge_expired_after: '30d' });
  await call('POST', at('conflicts/generate'), own, {});
  const sweep = await call('POST', at('policy/apply'), own, {});
  return {
    memories,
    file: await upload(`Notes about ${agent}`),
    deletable: { memory: await remember('Of no use'), file: await upload('Of no use') },
    sweep: String(sweep.sweep_id),
    link: String(/** @type {{ link_id: string }[]} */ (links)[0]?.link_id),
    session: String(session.session_id),
  };
}

/**
 * @param {string} method
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {object | FormData} [body]
 * @returns {Promise<Record<string, unknown>>}
 */
async function call(method, url, headers, body) {
  const isForm = body instanceof FormData;
  const answer = await fetch(url, {
    method,
    headers: isForm || body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
    body: isForm ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return /** @type {Promise<Record<string, unknown>>} */ (answer.json());
}
