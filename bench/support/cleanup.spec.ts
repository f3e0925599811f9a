import { Cleanup } from './cleanup';

describe('Cleanup', () => {
  it('undoes the last made first', async () => {
    const undone: string[] = [];
    const cleanup = new Cleanup();
    cleanup.add(() => void undone.push('first'));
    cleanup.add(() => void undone.push('second'));
    await cleanup.run();
    expect(undone).toEqual(['second', 'first']);
  });

  it('goes on after a step that fails', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const undo = jest.fn();
    const cleanup = new Cleanup();
    cleanup.add(undo);
    cleanup.add(() => Promise.reject(new Error('gone already')));
    await cleanup.run();
    expect(undo).toHaveBeenCalledTimes(1);
    expect(said).toHaveBeenCalledWith(expect.stringContaining('gone already'));
    said.mockRestore();
  });

  it('undoes once', async () => {
    const undo = jest.fn();
    const cleanup = new Cleanup();
    cleanup.add(undo);
    await Promise.all([cleanup.run(), cleanup.run()]);
    expect(undo).toHaveBeenCalledTimes(1);
  });
});
