import { useState } from 'preact/hooks';

/** The browser downloads the stream by itself. */
export function Exports() {
  const [agentId, setAgentId] = useState('');
  const isValid = /^[A-Za-z0-9_-]{1,128}$/.test(agentId);
  return (
    <section class="panel" aria-labelledby="export">
      <h2 id="export">Export</h2>
      <p class="quiet">An agent with its memories, history and policy as NDJSON lines, as of one instant.</p>
      <div class="row">
        <label class="grow">
          Agent
          <input
            value={agentId}
            autocomplete="off"
            onInput={(event) => setAgentId(event.currentTarget.value.trim())}
          />
        </label>
        {isValid ? (
          <a class="button" href={`/api/v2/agents/${agentId}/export`} download={`${agentId}.ndjson`}>
            Export
          </a>
        ) : (
          <button type="button" disabled>
            Export
          </button>
        )}
      </div>
    </section>
  );
}
