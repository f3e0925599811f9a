// Preloaded into a service: its clock, and that of its threads, runs ahead of the machine's by the number of
// milliseconds in the file that CLOCK_SHIFT_FILE names, or behind it.
const { readFileSync } = require('node:fs');
const { setInterval } = require('node:timers');

const REFRESH_MS = 10;
const RealDate = Date;
let shift = readShift();

function readShift() {
  try {
    return Number(readFileSync(process.env.CLOCK_SHIFT_FILE, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

setInterval(() => (shift = readShift()), REFRESH_MS).unref();

const now = () => RealDate.now() + shift;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
