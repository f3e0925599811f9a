import type { LoadAgent, Memories } from './load-agent';

interface Session {
  id: string;
  end: 'not asked' | 'unknown' | 'acknowledged';
  summaryId: string | null;
  /** Null until it was looked at. */
  isTerminated: boolean | null;
}

interface Ended {
  session_id: string;
  memories_created: number;
  summary_memory_id: string | null;
}

/** Opens sessions, remembers something in each, and closes them: that writes the end and a summary, or neither. */
export class SessionUser {
  private readonly sessions: Session[] = [];
  /** In which session a summary was stored, as far as it was asked for. */
  private readonly sessionBySummary = new Map<string, string>();
  private made = 0;

  /** A clock that goes back in the middle of a session makes it miss what was stored after that. */
  constructor(
    private readonly agent: LoadAgent,
    private readonly hasSteadyClock: boolean,
  ) {}

  get ended(): number {
    return this.sessions.filter(({ end }) => end === 'acknowledged').length;
  }

  async step(): Promise<void> {
    const opened = await this.agent.send<{ session_id: string; session_token: string }>('POST', 'activate');
    if (opened === null) return;
    this.agent.token = opened.body.session_token;
    const id = opened.body.session_id;
    const session: Session = { id, end: 'not asked', summaryId: null, isTerminated: null };
    this.sessions.push(session);
    const body = { content: `Session note ${this.made++}` };
    if ((await this.agent.send('POST', 'remember', { body })) === null) return;
    session.end = 'unknown';
    const answer = await this.agent.send<Ended>('POST', 'deactivate');
    if (answer === null) return;
    session.end = 'acknowledged';
    session.summaryId = answer.body.summary_memory_id;
  }

  async flaws(memories: Memories): Promise<string[]> {
    const summaries = new Map<string, string[]>();
    for (const { id, tags } of memories.values()) {
      if (!tags.includes('session-summary')) continue;
      const sessionId = this.sessionBySummary.get(id) ?? (await this.sessionOf(id));
      summaries.set(sessionId, [...(summaries.get(sessionId) ?? []), id]);
    }
    const flaws: string[] = [];
    for (const session of this.sessions) {
      const flaw = await this.flawOf(session, summaries.get(session.id) ?? []);
      if (flaw !== null) flaws.push(flaw);
    }
    return flaws;
  }

  /** How a session has ended is asked for once. */
  private async flawOf(session: Session, summaries: string[]): Promise<string | null> {
    const { id, end, summaryId } = session;
    session.isTerminated ??= (await this.statusOf(id)) === 'terminated';
    const report = `${id}: end ${end}, terminated: ${session.isTerminated}, summaries ${summaries.join()}`;
    const isUncounted = !this.hasSteadyClock && end === 'acknowledged' && summaryId === null;
    if (summaries.length !== (session.isTerminated && !isUncounted ? 1 : 0)) return `${report}: half an end`;
    if (end === 'acknowledged' && (summaries[0] ?? null) !== summaryId) return `${report}: lost`;
    return end === 'not asked' && session.isTerminated ? `${report}: no client asked` : null;
  }

  private async sessionOf(memoryId: string): Promise<string> {
    const path = `memories/${memoryId}/history`;
    const { entries } = await this.agent.need<{ entries: { event: string; session_id: string }[] }>(
      'GET',
      path,
    );
    const sessionId = entries.find(({ event }) => event === 'created')?.session_id ?? '';
    this.sessionBySummary.set(memoryId, sessionId);
    return sessionId;
  }

  private async statusOf(sessionId: string): Promise<string> {
    const path = `api/ui/sessions/${sessionId}`;
    return (await this.agent.traffic.need<{ session: { status: string } }>('GET', path)).session.status;
  }
}
