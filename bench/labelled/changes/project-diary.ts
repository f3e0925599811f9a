import type { PairLines } from './pair-lines';

/** A developer's notes and commit-like remarks on a project. */
export const PROJECT_DIARY: PairLines = {
  tools: `
update explicit | We use Mocha for the unit tests of the gateway. | Gateway tests run on node:test since last week, Mocha is gone.
update implicit | Containers are built with Docker. | Images are built by Podman in CI.
update explicit | Sessions are stored in Redis. | Moved session storage from Redis into Postgres.
update reversed | Styles are written in Tailwind. | The styles used to be plain Sass.
contradiction never | I profiled the importer with perf in June. | The importer has never been profiled.
duplicate paraphrase | We lint with Ruff. | Ruff is our linter.
none scope | The admin panel uses Bootstrap. | The landing page uses Bulma.
none other-attribute | Sessions are stored in Postgres. | Sessions expire after an hour.
none question | We use gRPC between services. | Is gRPC worth the trouble for two services?
none same-topic | Added a Makefile target for the Docker image. | The Docker image is 300 MB smaller without the test data.
`,
  projects: `
update explicit | The CLI is part of the main repository. | Split the CLI out, it has its own repository now.
update implicit | Only admins can invite members. | Every member may send invitations.
update implicit | The parser is recursive descent, written by hand. | The parser is generated from a grammar by tree-sitter.
contradiction implicit | Bug 481 is caused by a race in the cache. | Bug 481 turns out to be a wrong index in the query, not the cache.
duplicate paraphrase | Uploads are scanned for viruses. | Each uploaded file goes through a virus scan.
none other-subject | The mobile client works offline. | The web client needs a connection.
none list | Next: paging for the list of orders. | Next: sorting for the list of customers.
none hypothetical | We render on the server. | If we rendered in the browser, the first page would be slower.
none other-attribute | The importer reads CSV files. | The importer logs each bad line.
none unrelated | Search is limited to titles. | Dropped the old logo from the footer.
`,
  people: `
update explicit | Code owner of the billing module: Wei. | Wei handed the billing module over to Aisha.
update implicit | Release manager is Tobias. | Releases are done by Carmen.
update explicit | Lars works on the data team. | Lars left the company at the end of May.
contradiction never | Ayo paired with me on the scheduler. | Ayo has never worked on the scheduler.
duplicate paraphrase | Aisha reviews all migrations. | All migrations are reviewed by Aisha.
none other-subject | Wei is on holiday until Monday. | Carmen is on holiday until Friday.
none other-attribute | Tobias maintains the docs. | Tobias bought a standing desk.
none both-hold | Carmen writes Rust. | Carmen writes Python as well.
none event | Lars fixed the flaky test on Tuesday. | Lars fixed the broken build on Thursday.
none same-topic | Aisha found the leak in the billing module. | Aisha gave a demo of the billing module.
`,
  places: `
update explicit | The nightly job runs on the box under Wei's desk. | Nightly jobs run in the cloud, the box under the desk is switched off.
update implicit | Design files are in the shared drive. | You find the designs in Figma under Team Blue.
update implicit | Secrets come from .env files. | Secrets are read from the vault at start.
update explicit | The API is served at api.example.org. | api.example.org redirects; the API is at example.org/api now.
duplicate paraphrase | Fixtures are under tests/data. | The fixtures live in tests/data.
none other-subject | The schema is in db/schema.sql. | The seeds are in db/seeds.sql.
none scope | In staging the bucket is in Dublin. | In production the bucket is in Paris.
none other-attribute | Logs are in the journal. | Logs are in JSON.
none list | Added tests in src/cart. | Added tests in src/checkout.
none both-hold | Docs are published on the website. | Docs are also shipped with the package.
`,
  numbers: `
update explicit | Test coverage of the core is 64 %. | Coverage of the core went up from 64 % to 71 %.
update implicit | The worker takes 20 jobs at a time. | Each worker handles 50 jobs in parallel.
update implicit | Tokens live for 15 minutes. | A token is valid for one hour.
update explicit | The dashboard loads in 800 ms. | After the caching work the dashboard loads in 250 ms.
contradiction implicit | The outage on 3 March lasted 20 minutes. | On 3 March we were down for over an hour.
duplicate paraphrase | The limit for a request is 1 MB. | Requests may have at most 1 MB.
none other-attribute | The worker takes 50 jobs at a time. | The worker retries a job 3 times.
none other-subject | The orders table has 2 million rows. | The users table has 80,000 rows.
none scope | Build takes 4 min on Linux. | Build takes 9 min on Windows.
none event | Import of Monday: 1,204 rows. | Import of Tuesday: 1,377 rows.
`,
  plans: `
update explicit | Beta starts on 2 May. | Beta delayed by two weeks, starts 16 May.
update implicit | We will write the new frontend in Svelte. | The new frontend is going to be a Vue app.
update explicit | Plan: support MySQL in 3.0. | MySQL support is off the table for 3.0.
update implicit | Sprint 9 is about performance. | Sprint 9 is dedicated to accessibility.
duplicate paraphrase | The old endpoints go away in August. | In August we remove the old endpoints.
none other-subject | Sprint 10 is about search. | Sprint 11 is about exports.
none not-stated | We go live on Monday. | It may be wiser to go live after the holidays.
none list | Todo: document the webhooks. | Todo: document the rate limits.
none history | The next release is in June. | The last release slipped by three weeks.
none other-attribute | Beta starts on 16 May. | Beta has 40 registered testers.
`,
  habits: `
update explicit | We do code review in the afternoon. | Reviews happen first thing in the morning from now on.
update implicit | We commit straight to main. | Every change goes through a pull request.
update implicit | Dependencies are updated by hand. | Renovate opens the updates of dependencies every night.
contradiction implicit | We never squash commits. | All pull requests are squashed when merged.
duplicate paraphrase | We demo every second Friday. | Every other Friday there is a demo.
none both-hold | We write a changelog. | We write release notes for customers.
none other-subject | The backend team meets on Mondays. | The mobile team meets on Wednesdays.
none question | We deploy twice a day. | How often do other teams deploy?
none event | We skipped the standup on Monday. | We skipped the retro on Friday.
none same-topic | Pull requests get a label. | The template for pull requests has a checklist.
`,
  versions: `
update explicit | The gateway is on Spring Boot 3.1. | Bumped the gateway to Spring Boot 3.3.
update implicit | postgres 14 in production | production database: postgres 16
update implicit | Python >= 3.9 | requires Python 3.11
update explicit | API v1 is the default. | API v2 replaced v1 as the default.
contradiction implicit | v2.0 shipped on 2024-11-03 | v2.0 came out on 2024-11-17
duplicate paraphrase | TypeScript is pinned to 5.4. | We pin TypeScript at 5.4.
none other-subject | webpack 5.91 | babel 7.24
none other-attribute | The gateway is on Spring Boot 3.3. | The gateway listens on port 8081.
none scope | dev: node 22 | prod: node 20
none history | The SDK is at 2.4. | In 1.x the SDK had no retries.
`,
};
