// `npm run --silent export -- [FILE] [--agent ID]...`: builds when needed, then exports and ends.
import { runBuilt } from './run-built.mjs';

// The standard output is for the export alone, and not for what a build has to say.
console.log = console.error;
runBuilt('export-run.js');
