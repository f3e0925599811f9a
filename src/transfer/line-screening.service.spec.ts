import { Env } from '../config/env';
import type { AgentOverrides } from '../database/agent-overrides';
import { Screening } from '../screening/screening.service';
import type { ImportTally } from './import-tally';
import { LineScreening } from './line-screening.service';
import { ReleaseMarks } from './release-marks.service';
import type { DataLine } from './transfer-line';

const LONG = 'tea and biscuits '.repeat(588);
const env = Object.assign(new Env(), { SERVICE_SECRET_KEY: 'a secret of thirty-two characters' });
const agents = { of: () => Promise.resolve({ redaction: 'off', redactionPersonal: 'off' }) };
const screening = new LineScreening(
  new Screening(env, agents as unknown as AgentOverrides),
  new ReleaseMarks(env),
);

describe('lines of an import', () => {
  it('do not hold the event loop while former values are judged', async () => {
    const history = new Array<object>(400).fill({ former: { content: LONG } });
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const line = { kind: 'memory', number: 2, text: '', fields: { namespace: 'n', content: 'Tea', history } };
    for await (const each of screening.screened(lines(line as unknown as DataLine), {} as ImportTally)) {
      expect(each.fields.history).toBe(history);
    }
    isOver = true;
    expect(turns).toBeGreaterThan(10);
  });
});

async function* lines(line: DataLine): AsyncGenerator<DataLine> {
  yield await Promise.resolve(line);
}
