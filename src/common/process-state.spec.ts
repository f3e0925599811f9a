import { ProcessState } from './process-state';

describe('a process', () => {
  it('serves from the start', () => {
    expect(new ProcessState().phase).toBe('serving');
  });

  it('prepares until all that it prepares has ended or failed', async () => {
    const state = new ProcessState();
    let fail = (): void => undefined;
    const failing = new Promise((_, reject) => (fail = () => reject(new Error('away'))));
    const first = state.prepare(Promise.resolve());
    const second = state.prepare(failing);
    expect(state.phase).toBe('preparing');
    await first;
    expect(state.phase).toBe('preparing');
    fail();
    await second;
    expect(state.phase).toBe('serving');
  });

  it('stops although it prepares', () => {
    const state = new ProcessState();
    void state.prepare(new Promise(() => undefined));
    state.stop();
    expect(state.phase).toBe('stopping');
  });
});
