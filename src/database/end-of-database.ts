/**
 * Ends the process, whose embedded database has died: nothing in it could be answered any more, and whoever watches
 * over the process starts it anew.
 */
export function endOfDatabase(error: Error): never {
  process.stderr.write(`The embedded database failed: ${error.message}\n`);
  process.exit(1);
}
