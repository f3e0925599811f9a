import fc from 'fast-check';
import { emptyTally, MAX_LISTED, withAgent, withError, type AgentOutcome } from './maintenance-run';

const outcomes = fc.array(
  fc.record({
    expired: fc.nat(1_000),
    purged: fc.nat(1_000),
    held: fc.boolean(),
    errors: fc.array(fc.string(), { maxLength: 3 }),
  }),
  { maxLength: 1_100, size: 'max' },
);

const tallyOf = (all: readonly AgentOutcome[]) =>
  all.reduce((tally, outcome, at) => withAgent(tally, `agent-${at}`, outcome), emptyTally());

describe('the tally of a run', () => {
  it('adds up what was done for each agent', () => {
    fc.assert(
      fc.property(outcomes, (all) => {
        const { agents, expired, purged } = tallyOf(all);
        expect(agents).toBe(all.length);
        expect(expired).toBe(all.reduce((sum, each) => sum + each.expired, 0));
        expect(purged).toBe(all.reduce((sum, each) => sum + each.purged, 0));
      }),
    );
  });

  it('names the first held agents and the first errors, and no more than it has room for', () => {
    fc.assert(
      fc.property(outcomes, (all) => {
        const { held, errors } = tallyOf(all);
        const heldAgents = all.flatMap((each, at) => (each.held ? [`agent-${at}`] : []));
        const expected = all.flatMap((each, at) =>
          each.errors.map((error) => ({ task: 'sweep', agentId: `agent-${at}`, error })),
        );
        expect(held).toEqual(heldAgents.slice(0, MAX_LISTED));
        expect(errors).toEqual(expected.slice(0, MAX_LISTED));
      }),
    );
  });

  it('keeps what it had when another task fails', () => {
    const before = tallyOf([{ expired: 2, purged: 1, held: true, errors: [] }]);
    const error = { task: 'activity', agentId: null, error: 'no' };
    expect(withError(before, error)).toEqual({ ...before, errors: [error] });
  });
});
