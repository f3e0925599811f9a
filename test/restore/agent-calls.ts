/** A receipt as the service sends it. */
export interface Receipt {
  receipt_id: string;
  state: string;
  counts: Record<string, number>;
}

interface Stored {
  id: string;
  content: string;
}

/** Calls a service for one agent. Every method throws with the answer when the service refuses. */
export class AgentCalls {
  private constructor(
    private readonly url: string,
    private readonly agentId: string,
    private readonly token: string,
  ) {}

  /** Creates the agent where it is not there yet. */
  static async open(url: string, agentId: string): Promise<AgentCalls> {
    const calls = new AgentCalls(url, agentId, '');
    const { status } = await calls.send('GET', `agents/${agentId}`);
    if (status === 404) await calls.json('POST', 'agents', { agent_id: agentId });
    const { session_token } = await calls.json('POST', `agents/${agentId}/activate`, {});
    return new AgentCalls(url, agentId, String(session_token));
  }

  async remember(content: string): Promise<string> {
    return String((await this.ofAgent('POST', 'remember', { content })).memory_id);
  }

  async delete(id: string): Promise<void> {
    await this.ofAgent('DELETE', `memories/${id}`);
  }

  /** Ids of the memories that a query finds. */
  async recall(query: string): Promise<string[]> {
    const { memories } = await this.ofAgent('POST', 'recall', { query, limit: 10 });
    return (memories as Stored[]).map(({ id }) => id);
  }

  /** All memories, as the table of the database has them. */
  async all(): Promise<Stored[]> {
    const found: Stored[] = [];
    let cursor: unknown = null;
    do {
      const page = await this.ofAgent('POST', 'recall/all', {
        limit: 100,
        ...(cursor !== null && { cursor }),
      });
      found.push(...(page.memories as Stored[]));
      cursor = page.next_cursor ?? null;
    } while (cursor !== null);
    return found;
  }

  async forget(about: string): Promise<Receipt> {
    const { receipt } = await this.ofAgent('POST', 'forget', { about, dry_run: false });
    return receipt as Receipt;
  }

  /** Null while the service does not know it. */
  async receipt(id: string): Promise<Receipt | null> {
    const { status, body } = await this.send('GET', `receipts/${id}`);
    return status === 404 ? null : (body as unknown as Receipt);
  }

  /** Lines of an export, which `bringBack` takes. */
  async exported(): Promise<string> {
    const response = await fetch(`${this.url}/api/v2/agents/${this.agentId}/export`);
    if (!response.ok) throw new Error(`The export failed: ${response.status}`);
    return response.text();
  }

  async bringBack(lines: string): Promise<Record<string, unknown>> {
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const response = await fetch(`${this.url}/api/v2/import`, { method: 'POST', headers, body: lines });
    return (await response.json()) as Record<string, unknown>;
  }

  private ofAgent(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    return this.json(method, `agents/${this.agentId}/${path}`, body);
  }

  private async json(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await this.send(method, path, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  private async send(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`${this.url}/api/v2/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(this.token && { 'X-Session-Token': this.token }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  }
}
