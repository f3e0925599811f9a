import type { CallOptions, Deadline } from './deadline.ts';
import { AgentMemoryError } from './errors.ts';
import type { CreateAgentDto, SessionDto, SessionSummaryDto } from './schemas.ts';
import { type Gate, pathOf, type Transport } from './transport.ts';

export type NewAgent = Pick<CreateAgentDto, 'pattern' | 'description' | 'supersession'>;

const TOKEN = 'X-Session-Token';
/** What keeps a call from being answered until it is created, or joined again. */
type Obstacle = 'no agent' | 'no session';
const ENDED = new Set(['InvalidSessionToken', 'SessionExpired']);

/**
 * The session of one agent, which the callers of this object share. It is joined by the first call and joined again
 * when it has ended. A key (`amk_…`) or an OIDC token needs none.
 */
export class AgentSession implements Gate<Obstacle> {
  private readonly transport: Transport;
  private readonly agentId: string;
  private readonly creation: NewAgent | null;
  private token: string | null = null;
  private joining: Promise<string> | null = null;

  /** Creates an unknown agent if `creation` is given. */
  constructor(transport: Transport, agentId: string, creation: NewAgent | null) {
    this.transport = transport;
    this.agentId = agentId;
    this.creation = creation;
  }

  async headers(deadline: Deadline): Promise<Record<string, string>> {
    if (!this.transport.options.joinsSessions) return {};
    const token = this.token ?? (await deadline.race(() => this.join()));
    return { [TOKEN]: token };
  }

  /** A renewed session has a new token in the response. */
  follow(response: Response): void {
    const renewed = response.headers.get(TOKEN);
    if (renewed !== null) this.token = renewed;
  }

  obstacleOf({ code }: AgentMemoryError, sent: Record<string, string>): Obstacle | null {
    if (code === 'AgentNotFound' && this.creation !== null) return 'no agent';
    return TOKEN in sent && code !== null && ENDED.has(code) ? 'no session' : null;
  }

  async remove(obstacle: Obstacle, sent: Record<string, string>, deadline: Deadline): Promise<void> {
    if (obstacle === 'no agent')
      await deadline.race(() => createAgent(this.transport, this.agentId, this.creation ?? {}));
    // Another call may have joined meanwhile.
    else if (this.token === sent[TOKEN]) this.token = null;
  }

  /**
   * Ends the session for all its clients; null when this object has none. Another client may have renewed the session:
   * then this joins it again first.
   */
  async deactivate(options: CallOptions): Promise<SessionSummaryDto | null> {
    if (this.token === null) return null;
    const path = pathOf`/api/v2/agents/${this.agentId}/deactivate`;
    try {
      return await this.transport.request<SessionSummaryDto>({ method: 'POST', path }, options, this);
    } finally {
      this.forget();
    }
  }

  forget(): void {
    this.token = null;
  }

  /** Parallel calls share one join. Each of them repeats it as often as it may. */
  private join(): Promise<string> {
    this.joining ??= this.askForToken().finally(() => {
      this.joining = null;
    });
    return this.joining;
  }

  private async askForToken(): Promise<string> {
    const path = pathOf`/api/v2/agents/${this.agentId}/activate`;
    const session = await this.transport
      .withoutRetries()
      .request<SessionDto>({ method: 'POST', path, body: { join: true } });
    this.token = session.sessionToken;
    return session.sessionToken;
  }
}

/** Creates an agent unless it exists. */
async function createAgent(transport: Transport, agentId: string, fields: NewAgent): Promise<void> {
  try {
    await transport.request({ method: 'POST', path: '/api/v2/agents', body: { agentId, ...fields } });
  } catch (error) {
    if (!(error instanceof AgentMemoryError) || error.code !== 'AgentAlreadyExists') throw error;
  }
}

export function carriesItsOwnSession(apiKey: string | null): boolean {
  // A JSON Web Token has three parts, and begins with the encoded `{"`.
  return apiKey !== null && (apiKey.startsWith('amk_') || /^eyJ[^.]*\.[^.]+\.[^.]+$/.test(apiKey));
}
