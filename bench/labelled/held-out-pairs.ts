// Written before the rules, and not used to improve them, so that the figures show how they judge unknown pairs.

/** Both cannot hold. */
export const HELD_OUT_CONTRADICTIONS = `
Daniel studies at ETH Zurich. | Daniel studies at TU Delft.
Pull requests need one approval before merging. | Pull requests need two approvals before merging.
The user is married. | The user is single.
The dentist appointment is on 12 May at 9:00. | The dentist appointment is on 14 May at 9:00.
My favorite band is Radiohead. | The user's favorite band is Muse.
The worker pool has 4 threads. | The worker pool has 16 threads.
Customer data must not leave the EU. | Customer data may leave the EU.
The user hates cilantro. | The user loves cilantro.
Logs are written to stdout. | Logs are written to /var/log/app.log.
`;

/** The newer one says what changed. */
export const HELD_OUT_UPDATES = `
The user drives a Volvo. | The user sold the Volvo and now drives a Tesla.
Our main repository is hosted on Bitbucket. | Our main repository has moved to GitLab.
Standup is at 9:30 every day. | From now on standup is at 10:00 every day.
Priya is an intern at the company. | Priya is no longer an intern at the company.
The monthly budget is 500 euros. | The monthly budget was increased to 800 euros.
Use Yarn for installing dependencies. | We switched from Yarn to Bun.
`;

/** Both say the same. */
export const HELD_OUT_DUPLICATES = `
User wants answers to be concise. | The user prefers brief answers.
Database migrations are applied automatically at startup. | At startup, database migrations are automatically applied.
Omar works for Bosch. | Omar is employed at Bosch.
The cache lives for 60 minutes. | Cache lifetime is 1 hour.
Nina cannot stand horror movies. | Nina hates horror movies.
`;

/** Similar, and both may stand side by side. */
export const HELD_OUT_INNOCENTS = `
Daniel studies physics. | Daniel plays the piano.
The user enjoys jazz. | The user enjoys classical music.
The login page needs two clicks. | The checkout page needs five clicks.
Yesterday the user cooked lasagna for friends. | Today the user cooked a curry for friends.
Sofia's mother lives in Naples. | Sofia lives in Turin.
The worker pool has 4 threads. | The connection pool has 10 connections.
The user bought a laptop in January. | The user bought a bicycle in June.
Use single quotes in JavaScript files. | Use double quotes in JSON files.
Priya is an intern at the company. | Priya likes working at the company.
The user has never been to Canada. | The user has been to Mexico twice.
Errors are logged to Sentry. | Metrics are sent to Grafana.
Sprint 14 ends on 28 February. | Sprint 15 ends on 14 March.
Leo plays tennis. | Leo plays chess.
The user asked for a summary of the report. | The user asked for a translation of the report.
The user is a nurse. | The user is 34 years old.
GET requests are cached for 5 minutes. | POST requests are never cached.
The user prefers window seats on flights. | The user prefers trains over flights.
Omar works for Bosch. | Omar wants to work for a startup.
The linter warns about unused variables. | The compiler warns about unused imports.
The cat is on a diet. | The cat was vaccinated on 2 April.
`;
