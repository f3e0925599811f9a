import type { FoundPair } from '../../src/conflicts/generation';
import { ReportJudge } from '../../src/conflicts/report-judge.service';
import type { Verdict } from '../../src/conflicts/verdict';
import { activate, newSession, remember, type TestSession } from './agents';
import { spyOnEach } from './replica-providers';
import type { TestApp } from './test-app';

export interface Row {
  index: number;
  type: string;
  title: string;
  old_memory_id: string;
  new_memory_id: string;
  old_content: string;
  new_content: string;
  [field: string]: unknown;
}

export interface Generated {
  agent_id: string;
  date: string;
  conflicts: { status: string; conflict_count: number };
  generated_by: string;
}

/** The day on which a test's clock stands at first. */
export const DAY = '2026-05-01';

type Judge = jest.SpiedFunction<ReportJudge['judgePairs']>;

/** Has pairs judged by what stands before the colon of their contents: the same subject is a contradiction. */
export function judgeBySubject(app: TestApp): Judge {
  return spyOnEach(app, ReportJudge, 'judgePairs').mockImplementation((pairs) =>
    Promise.resolve({
      verdicts: pairs.map(verdictBySubject),
      generatedBy: 'test-judge',
    }),
  );
}

function verdictBySubject({ older, newer }: FoundPair): Verdict | null {
  const [subject] = older.content.split(':');
  if (subject !== newer.content.split(':')[0]) return null;
  return {
    type: 'contradiction',
    title: `On ${subject}`,
    description: `"${older.content}" against "${newer.content}"`,
    recommendation: 'Ask the user',
  };
}

/** An agent whose memories contradict each other. */
export class TornAgent {
  private constructor(
    readonly app: TestApp,
    public session: TestSession,
  ) {}

  static async create(app: TestApp, id: string): Promise<TornAgent> {
    return new TornAgent(app, await newSession(app, id));
  }

  get id(): string {
    return this.session.agentId;
  }

  /** Moves the clock, past the end of the session too. */
  async later(by: { hours: number }): Promise<void> {
    this.app.clock.advance(by);
    this.session = await activate(this.app, this.id);
  }

  /** Stores a memory a second after the last one. */
  remember(content: string, fields: object = {}): Promise<string> {
    this.app.clock.advance({ seconds: 1 });
    return remember(this.session, { content, ...fields });
  }

  /** Two that contradict each other, older first, in the report of the day. */
  async tear(subject = 'City'): Promise<{ old: string; new: string; index: number }> {
    const older = await this.remember(`${subject}: Berlin`);
    const newer = await this.remember(`${subject}: Munich`);
    await this.generate();
    const row = (await this.open()).find((each) => each.new_memory_id === newer);
    return { old: older, new: newer, index: row?.index ?? -1 };
  }

  async generate(body: object = {}): Promise<Generated> {
    const answer = await this.session.call('post', 'conflicts/generate').send(body).expect(200);
    return answer.body as Generated;
  }

  async open(date?: string): Promise<Row[]> {
    const path = date === undefined ? 'conflicts' : `conflicts?date=${date}`;
    const { body } = await this.session.call('get', path).expect(200);
    return (body as { conflicts: Row[] }).conflicts;
  }

  resolve(index: number, action: string, fields: object = {}) {
    return this.session.call('post', 'conflicts/resolve').send({ conflict_index: index, action, ...fields });
  }

  /** Contents of the active memories, oldest first. */
  async contents(): Promise<string[]> {
    const { body } = await this.session.call('post', 'recall/all').send({ status: 'active' }).expect(200);
    return (body as { memories: { content: string }[] }).memories.map(({ content }) => content);
  }

  async events(id: string): Promise<{ event: string; by: string; session_id: string | null; at: string }[]> {
    const { body } = await this.session.call('get', `memories/${id}/history`).expect(200);
    return (body as { entries: { event: string; by: string; session_id: string; at: string }[] }).entries;
  }
}
