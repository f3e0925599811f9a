/** Beside a memory that is of another agent, which this one reads. */
export function OtherAgent({ agentId }: { agentId: string }) {
  return (
    <span class="tag">
      of{' '}
      <bdi>
        <a href={`/app/agents/${encodeURIComponent(agentId)}`}>{agentId}</a>
      </bdi>
    </span>
  );
}
