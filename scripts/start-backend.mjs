// `npm run start:backend`: builds when needed, then runs the backend server in this very process, as
// `npm start` does the service.
import { runBuilt } from './run-built.mjs';

runBuilt('backend-main.js');
