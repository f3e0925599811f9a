import { setFlagsFromString } from 'node:v8';

/**
 * Lets the old generation grow by 150 % before V8 collects it; V8's default is several times what is alive. This bounds
 * memory; its effect on p99 is not proven (docs/adr/0017). With 80 %, collections come nearly twice as often.
 */
const HEAP_GROWTH = '--heap-growing-percent=150';

/**
 * Disables allocation-site pretenuring. V8 otherwise allocates objects in the old generation when objects from the same
 * line of code were long-lived before, as while an index is built. With pretenuring, young collections took up to
 * five times as long in four of five rounds, and a request left 7 to 27 KB in the old generation instead of 4.8.
 */
const NO_PRETENURING = '--no-allocation-site-pretenuring';

/** Call it before the application is created. */
export function setV8Flags(): void {
  for (const flag of [HEAP_GROWTH, NO_PRETENURING]) setFlagsFromString(flag);
}

/**
 * `--max-semi-space-size` of `npm start` is for the main thread, whose heap has its size by now. For other threads it
 * would override `resourceLimits`, and the young generation of each would take up to 67 MB. 0 is V8's default.
 */
export function limitThreads(): void {
  setFlagsFromString('--max-semi-space-size=0');
}
