// Written before the vocabulary of the rules was cut, to measure what the cut loses. The rules were never tuned on them.

/** Both cannot hold. */
export const FRESH_CONTRADICTIONS = `
The user lives in Hamburg. | The user lives in Leipzig.
The gateway listens on port 443. | The gateway listens on port 8443.
Nadia works as an architect. | Nadia works as a teacher.
The user is vegetarian. | The user eats chicken every week.
The retention period is 7 days. | The retention period is 14 days.
The user's favorite food is pizza. | The user's favorite food is sushi.
Tests run in parallel. | Tests run sequentially.
The user prefers light mode. | The user prefers dark mode.
The invoice is due on 3 April. | The invoice is due on 17 April.
Paul is married to Ines. | Paul is married to Clara.
The frontend is built with React. | The frontend is built with Vue.
The service is deployed on AWS. | The service is deployed on Azure.
The user has no siblings. | The user has two siblings.
Telemetry is enabled by default. | Telemetry is disabled by default.
The user doesn't speak French. | The user speaks French.
The project is licensed under MIT. | The project is licensed under Apache 2.0.
The train leaves at 7:15. | The train leaves at 7:45.
The user was born in 1990. | The user was born in 1988.
The user's manager is Eva. | The user's manager is Tobias.
Passwords must have at least 8 characters. | Passwords must have at least 12 characters.
Use spaces for indentation. | Use tabs for indentation.
The user never eats breakfast. | The user always eats breakfast.
Milk is stored on the top shelf. | Milk is stored on the bottom shelf.
Dates are formatted as DD.MM.YYYY. | Dates are formatted as YYYY-MM-DD.
The user likes long answers. | The user dislikes long answers.
The queue is RabbitMQ. | The queue is Kafka.
The database runs on MariaDB. | The database runs on PostgreSQL.
The car is insured with Allianz. | The car is insured with AXA.
The user can drive. | The user can't drive.
The shop is open on Sundays. | The shop is closed on Sundays.
`;

/** The newer one says what changed. */
export const FRESH_UPDATES = `
The user lives in Graz. | The user has moved to Linz.
The user works at Siemens. | The user no longer works at Siemens.
The team uses Jenkins for builds. | The team switched from Jenkins to CircleCI.
The user drinks coffee every day. | The user stopped drinking coffee.
The demo is on Thursday. | The demo was postponed to Friday.
The price is 20 dollars. | The price was raised to 25 dollars.
The API uses version 1. | The API now uses version 2.
Lukas leads the platform team. | Lukas stepped down as lead of the platform team.
The user wants to buy a boat. | The user bought a boat.
Logs are sent to Datadog. | Logs are no longer sent to Datadog.
Mara is single. | Mara got married.
The mobile app uses Redux. | Redux was replaced by Zustand in the mobile app.
The office is in Basel. | The office moved to Zurich.
The timeout is 10 seconds. | The timeout was reduced to 5 seconds.
`;

/** Both say the same. */
export const FRESH_DUPLICATES = `
The user lives in Hamburg. | User resides in Hamburg.
The user likes hiking. | The user enjoys hiking.
The default timeout is 60 seconds. | The default timeout is 1 minute.
Backups are stored in S3. | Backups are saved in S3.
The user has two kids. | The user has 2 children.
The deadline is 5 June. | The deadline is on June 5th.
Jonas is the user's boss. | The user's manager is Jonas.
Deploy on Tuesdays. | Deploys happen on Tuesdays.
The user doesn't like olives. | The user dislikes olives.
The tests need Docker. | Docker is required for the tests.
`;

/** Similar, and both may stand side by side. */
export const FRESH_INNOCENTS = `
The user lives in Hamburg. | The user's brother lives in Leipzig.
The gateway listens on port 443. | The metrics server listens on port 9090.
The user likes tennis. | The user likes swimming.
The user visited Oslo in May. | The user visited Bergen in August.
The user has a cat named Tom. | The user has a dog named Jerry.
Nadia works as an architect. | Nadia works from home on Mondays.
The project uses Redis for sessions. | The project uses PostgreSQL for orders.
The user ran 5 km on Monday. | The user ran 8 km on Wednesday.
The user bought apples. | The user bought pears.
The user speaks English at work. | The user speaks Polish at home.
The retention period of logs is 7 days. | The retention period of backups is 30 days.
Issue 41 is closed. | Issue 57 is open.
Eva likes tea. | Jonas likes coffee.
The user's first car was a Golf. | The user's second car was a Passat.
The frontend is deployed with Vercel. | The backend is deployed with Fly.
The user met Ana at a conference. | The user met Ben at a wedding.
The user prefers morning flights. | The user prefers aisle seats.
Use tabs in Makefiles. | Use spaces in Python files.
The user fixed a bug in the parser. | The user fixed a bug in the scheduler.
The user is reading Dune. | The user is reading a book about Rust.
The meeting with Eva is at 10:00. | The meeting with Paul is at 14:00.
Unit tests run on every commit. | Load tests run every night.
The user has a meeting with the lawyer on Monday. | The user has a dentist appointment on Tuesday.
The user's mother was born in Turin. | The user's father was born in Palermo.
Sprint 3 starts on 4 May. | Sprint 4 starts on 18 May.
The API supports JSON. | The API supports XML.
The user might move to Denmark. | The user lives in Hamburg.
The user wants to learn Spanish. | The user knows Italian.
Readers have no access to billing. | Admins have access to billing.
The user is 40 years old. | The user's son is 12 years old.
The order of 3 May cost 40 euros. | The order of 9 June cost 85 euros.
The staging cluster has 3 nodes. | The production cluster has 9 nodes.
The user plays the guitar. | The user plays football.
The user used to work at IBM. | The user works at SAP.
Ask before deleting files. | Ask before changing the schema.
The user likes spicy food. | The user's daughter does not like spicy food.
The user flew to Rome last week. | The user flew to Paris last month.
The search page loads in 2 seconds. | The start page loads in 1 second.
Contracts are kept for 10 years. | Invoices are kept for 8 years.
The user has never seen snow. | The user has seen the ocean.
The linter runs before commits. | The tests run before pushes.
Paul wrote the parser. | Paul reviewed the scheduler.
The kitchen is blue. | The bathroom is green.
The user finished a marathon in 2023. | The user finished a triathlon in 2024.
`;
