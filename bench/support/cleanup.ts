type Undo = () => Promise<void> | void;

/** What a benchmark must take away again, last made first undone, also when it fails or is interrupted. */
export class Cleanup {
  private readonly undos: Undo[] = [];
  private running: Promise<void> | null = null;

  add(undo: Undo): void {
    this.undos.push(undo);
  }

  /** Undoes everything once, however often it is called; a failing step does not keep the others. */
  run(): Promise<void> {
    this.running ??= this.undoAll();
    return this.running;
  }

  private async undoAll(): Promise<void> {
    for (let undo = this.undos.pop(); undo !== undefined; undo = this.undos.pop()) {
      try {
        await undo();
      } catch (error) {
        console.error(`Clean-up: ${String(error)}`);
      }
    }
  }
}

/** Runs a benchmark to its exit code, and cleans up after it, also on Ctrl-C and SIGTERM. */
export async function runBenchmark(work: (cleanup: Cleanup) => Promise<number>): Promise<void> {
  const cleanup = new Cleanup();
  const interrupted = (): void => {
    console.error('\nInterrupted, cleaning up...');
    void cleanup.run().finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  const code = await work(cleanup).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
  await cleanup.run();
  process.exit(code);
}
