// Loads the modules that are given as arguments and prints, as JSON, each pattern that they build with the RegExp
// constructor while they load: where the call stands, which code asked for it, the source and the flags.

const root = String(process.argv[2]);
/** @type {{ site: string, caller: string, source: string, flags: string }[]} */
const built = [];

/**
 * The two innermost frames of the project's own code, as `file:line`.
 * @param {string} stack
 */
function framesOf(stack) {
  const frames = stack.split('\n').slice(1, 3);
  return frames.map((frame) => /\(?([^\s()]+:\d+):\d+\)?$/.exec(frame)?.[1] ?? '');
}

/** @param {RegExp} pattern */
function note(pattern) {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 10;
  const [site = '', caller = ''] = framesOf(
    String(new Error().stack).replace(/\n.*built-patterns\.cjs.*/g, ''),
  );
  Error.stackTraceLimit = limit;
  if (site.startsWith(root)) built.push({ site, caller, source: pattern.source, flags: pattern.flags });
  return pattern;
}

const Original = RegExp;
globalThis.RegExp = new Proxy(Original, {
  construct: (target, args, newTarget) =>
    note(Reflect.construct(target, args, newTarget === globalThis.RegExp ? target : newTarget)),
  apply: (target, self, args) => note(Reflect.apply(target, self, args)),
});

for (const file of process.argv.slice(3)) require(String(file));
process.stdout.write(`${JSON.stringify(built)}\n`, () => process.exit(0));
