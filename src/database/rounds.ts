/**
 * Runs `round` every `intervalMs`. While one runs no other begins: on a slow disk rounds would queue without bound.
 * A failed round is left to the next one. The function returned ends this: it waits for the round that runs, and
 * resolves when a last one has run; it rejects when that one fails.
 */
export function repeatRounds(round: () => Promise<void>, intervalMs: number): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= round()
      .catch(() => undefined)
      .finally(() => (running = null));
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    await round();
  };
}
