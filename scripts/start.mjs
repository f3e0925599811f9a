// `npm start`: builds when needed, then runs the service in this very process, so that a signal
// (Ctrl-C, SIGTERM from a supervisor) reaches it without a process in between. For the
// same reason the npm script says `exec`, which replaces npm's shell; what follows its `||` is for Windows,
// whose shell has no `exec`.
import { runBuilt } from './run-built.mjs';

runBuilt('main.js');
