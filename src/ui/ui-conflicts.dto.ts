import { AGENT_ID, AGENT_ID_RULE } from '../agents/agent';
import { Shown, TextField } from '../common/fields';
import { DAY_FIELD } from '../common/utc-day';

export class GenerateConflictsStreamRequest {
  @TextField('The agent', 'support-bot', {
    pattern: { regex: AGENT_ID, says: `Value must be ${AGENT_ID_RULE}` },
  })
  agent_id!: string;

  @TextField(...DAY_FIELD)
  date?: string | null;
}

/** One of the events of a run. */
export class ConflictsEvent {
  @Shown('The kind of event; `done` is the last', 'progress', {
    enum: ['progress', 'result', 'error', 'done'],
  })
  event!: string;

  @Shown(
    'JSON: of `progress` `{step, message, done, total}`; of `result` a GenerationResult; of `error` `{message}`; ' +
      'of `done` `{}`',
    '{"step":"start","message":"Reading the memories of 2026-05-01","done":0,"total":0}',
  )
  data!: string;
}
