/** Both cannot hold. */
export const CONTRADICTIONS = `
The user lives in Berlin. | The user lives in Munich.
The API server listens on port 8080. | The API server listens on port 3000.
User prefers tabs for indentation | User prefers spaces for indentation
The deadline for the billing migration is 15 March 2026. | The billing migration is due on 22 March 2026.
Integration tests run against PostgreSQL 14. | Integration tests run against PostgreSQL 16.
Anna is allergic to peanuts. | Anna is not allergic to peanuts.
Never force-push to the main branch. | Force-pushing to the main branch is allowed.
The weekly sync with the design team is on Tuesdays at 10:00. | The weekly sync with the design team is on Thursdays at 10:00.
Session tokens expire after 6 hours. | Session tokens expire after 24 hours
The user's favorite color is blue. | Her favourite colour is green.
Deployments go to AWS in eu-west-1. | Deployments go to AWS in us-east-1.
We use npm as the package manager in this repo. | Use pnpm, not npm, for package management in this repo.
Maria is the product owner of the Atlas project. | The product owner of the Atlas project is Jonas.
User likes to be addressed informally. | User wants to be addressed formally.
The rate limit of the public API is 100 requests per minute. | The public API has a rate limit of 1,000 requests per minute.
Feature flags are enabled in production. | Feature flags are disabled in production.
Tom has two children. | Tom has three children.
The user drinks coffee every morning | The user doesn't drink coffee.
All timestamps are stored in UTC. | Timestamps are stored in local time.
Backups are kept for 30 days. | Backups are retained for 90 days.
The mobile app is written in Kotlin. | The mobile app is written in Swift.
Commit messages must be written in English. | Commit messages are written in German
The user is based in Toronto. | I live in Vancouver.
Elena works as a nurse. | Elena works as a pilot.
The user's dog is called Max. | The user's dog is named Buddy.
Production database is MySQL 8. | The production database is PostgreSQL.
The user gets up at 6:30 am. | The user gets up at 8 am.
Max retries is 3. | Maximum retries: 5
API responses are in JSON. | API responses are in XML.
The default branch is main. | The default branch is develop.
Tests are run with Jest. | Tests are run with Vitest.
The user can swim. | The user cannot swim.
The app supports offline mode. | The app does not support offline mode.
Sam's birthday is March 3rd. | Sam's birthday is on 5 March.
The contract ends in December 2026. | The contract ends in June 2027.
User weighs 72 kg. | User weighs 80 kg.
Prefer composition over inheritance. | Prefer inheritance over composition.
Always write commit messages in the imperative mood. | Write commit messages in the past tense.
Log level in production is warn. | Log level in production is debug.
The config file is at ~/.config/app.yaml. | The config file is at /etc/app/config.toml.
Ravi is the tech lead of the search team. | Mei is the tech lead of the search team.
The user takes sugar in coffee. | The user takes no sugar in coffee.
The office is closed on Fridays. | The office is open on Fridays.
The team has 8 engineers. | There are 12 engineers in the team.
Nobody may access the production database directly. | Developers may access the production database directly.
Releases happen every two weeks. | Releases happen every four weeks.
User prefers to be called Alex. | User prefers to be called Alexander.
All endpoints require authentication. | The endpoints do not require authentication.
The user is 34 years old. | The user is 41 years old.
The cache TTL is 5 minutes. | Cache TTL is set to 10 minutes.
User loves spicy food. | User can't stand spicy food.
The repo uses ESLint for linting. | Linting in the repo is done with Biome.
The payment service is written in Java 17. It exposes a REST API and talks to PostgreSQL. | The payment service is written in Java 21. It has 85 % test coverage.
Grace moved to Oslo in 2021 for a job at Equinor. She likes skiing. | Grace lives in Bergen. She has a cat.
For code review: at least two reviewers have to approve. Reviews should be done within a day. | Code reviews: only one reviewer has to approve.
The user has a peanut allergy and always carries an EpiPen. | The user has no peanut allergy.
Company policy: travel expenses must be submitted within 30 days. | Travel expenses must be submitted within 60 days.
Ken's email address is ken@example.com. | Ken's email is ken.smith@example.org.
The gateway is deployed on Kubernetes in the Frankfurt region. | The gateway is deployed on Kubernetes in the Dublin region.
Dates in the UI are shown as DD.MM.YYYY. | Dates in the UI are shown as YYYY-MM-DD.
Invoices over 1000 euros need approval by the CFO. | Invoices over 5000 euros need approval by the CFO.
User goes running three times a week. | User goes running five times a week.
The kids are in bed at 8 pm. | The kids are in bed at 9 pm.
The user is left-handed. | The user is right-handed.
New accounts get 5 GB of storage. | New accounts get 10 GB of storage.
Respond to the user in French. | Always respond to the user in English.
Do not add comments to the code. | Add comments to the code.
Tina's brother lives in Chicago. | Tina's brother lives in Boston.
Passwords are hashed with bcrypt. | Passwords are hashed with argon2.
The endpoint returns a list of users sorted by name. | The endpoint returns a list of users sorted by creation date.
The car is insured with Allianz. | The car is insured with AXA.
The user smokes. | The user has never smoked.
Feature X is mandatory for the beta. | Feature X is optional for the beta.
Alice is older than Bob. | Bob is older than Alice.
The conference takes place in Vienna. | The conference takes place in Prague.
Michael speaks at the conference on the first day. | Michael speaks at the conference on the second day.
The user prefers REST over GraphQL. | The user prefers GraphQL over REST.
The main entry point is src/main.ts. | The main entry point is src/index.ts.
The user wakes up early. | The user wakes up late.
Hanna's son is 4 years old. | Hanna's son is 6 years old.
Caching is turned on by default. | Caching is turned off by default.
The company was founded in 1998. | The company was founded in 2004.
Builds are triggered on every push. | Builds are triggered only on tags.
The user trusts the vendor. | The user does not trust the vendor.
The user owns a car. | The user does not own a car.
Each tenant has its own database. | All tenants share one database.
The mailing list is public. | The mailing list is private.
Rate limiting is implemented in the gateway. | Rate limiting is not implemented.
The library is licensed under MIT. | The library is licensed under GPL.
Our office is on the third floor. | Our office is on the fifth floor.
Jane is a vegetarian. | Jane eats steak every week.
Max file size: 10 MB | Max file size: 25 MB
The flight departs at 7:45. | The flight departs at 8:15.
The user is from Brazil. | The user is from Portugal.
The staging URL is https://staging.example.com | The staging URL is https://stage.example.org
Use snake_case for column names. | Use camelCase for column names.
Errors must be logged with a stack trace. | Errors must be logged without a stack trace.
Ella likes olives. | Ella does not like olives at all.
The user has no pets. | The user has two dogs.
The report is due Monday. | The report is due Wednesday.
The service must be stateless. | The service keeps state in memory.
User takes 50 mg of sertraline daily. | User takes 100 mg of sertraline daily.
The API uses cursor pagination. | The API uses offset pagination.
Lukas is the youngest of three siblings. | Lukas is the oldest of three siblings.
The backend team consists of five people. | The backend team consists of seven people.
Pets are allowed in the apartment. | No pets are allowed in the apartment.
`;

/** The newer one says what changed. */
export const UPDATES = `
The user works at Siemens as a data engineer. | The user left Siemens and now works at Stripe.
CI runs on Jenkins | CI has been migrated to GitHub Actions.
The team uses Slack for communication. | The team no longer uses Slack; everything is on Teams now.
The launch is planned for 1 June. | The launch was postponed to 15 June.
Sara is vegetarian. | Sara is no longer vegetarian and eats fish now.
The frontend is built with webpack. | We replaced webpack with Vite for the frontend build.
The user's phone number is +49 151 2345678 | The user changed the phone number to +49 170 9988776
The user lives in Lisbon with her partner. | The user moved to Porto last month.
Node 18 is the minimum supported version. | The minimum supported version has been raised to Node 20.
The user goes to the gym on Mondays | The user has stopped going to the gym
Peter leads the platform team. | Since April, Julia leads the platform team instead of Peter.
The feature branch is called feature/login | The feature branch was renamed to feature/auth.
User is learning Spanish. | User stopped learning Spanish.
The user uses VS Code. | The user switched to Neovim.
The price of the pro plan is $20 per month. | The pro plan price went up to $25 per month.
The project is named Phoenix. | Project Phoenix was renamed to Griffin.
Laura is pregnant. | Laura gave birth to a boy.
The user is single. | The user got married in May.
Errors are reported to Sentry. | We moved error reporting from Sentry to Datadog.
The user drives to work. | The user now takes the train to work.
The demo is on Friday at 2 pm. | The demo has been rescheduled to Monday at 11 am.
Auth uses session cookies. | Auth now uses JWT instead of session cookies.
Deploys are done manually. | Deploys are automated now.
Ben is the CTO. | Ben stepped down as CTO; Carla took over.
The user has an iPhone. | The user replaced his iPhone with a Pixel.
The API is at version 1. | The API was upgraded to version 2.
The user pays 900 euros rent. | The rent has been raised to 1000 euros.
Python 3.9 is supported. | Support for Python 3.9 was dropped.
The user takes piano lessons on Wednesdays. | Piano lessons are on Saturdays from now on.
The monorepo is built with Lerna. | We migrated the monorepo from Lerna to Turborepo.
We deploy with Helm. | We stopped using Helm and deploy with plain manifests.
Nora is engaged to Felix. | Nora broke up with Felix.
The standup is at 9:15. | Standup moved to 9:45.
The user is on the free plan. | The user upgraded to the pro plan.
User is vegan. | User is not vegan anymore.
The retention period is 30 days. | Retention period has been extended to 90 days.
Project lead: Henrik | Project lead is now Astrid.
The user is looking for a job. | The user found a job at Spotify.
The trip to Iceland is in July. | The trip to Iceland was cancelled.
The flaky login test is skipped. | The flaky login test is no longer skipped.
Zoe works at Deloitte. | Zoe quit her job at Deloitte.
The service uses Node 18. | The service was upgraded to Node 22.
The client wants delivery by 1 September. | The client has changed the delivery date to 15 September.
The user rents an apartment in Leipzig. | The user bought a house in Halle and moved there.
The project uses Vue 2. | The project was migrated to Vue 3.
The user works full-time. | The user now works part-time.
The meeting room is Zeus. | The meeting was moved to room Apollo.
Alex is dating Kim. | Alex and Kim broke up.
The bug in the parser is open. | The bug in the parser is now fixed.
We use Trello for planning. | We have replaced Trello by Linear.
The user is studying for the bar exam. | The user passed the bar exam.
The team has five members. | The team has grown to seven members.
The user likes tea. | The user doesn't like tea any more.
The app is in beta. | The app is no longer in beta.
Rent is 1200 dollars per month. | As of June, rent is 1350 dollars per month.
Feature toggles are stored in Redis. | Feature toggles are now stored in PostgreSQL.
Marta is the maintainer of the CLI. | Marta handed over the CLI to Igor, who is the maintainer now.
The user has a subscription to Netflix. | The user cancelled the subscription to Netflix.
The password policy requires 8 characters. | The password policy now requires 12 characters.
`;

/** Both say the same. */
export const DUPLICATES = `
The user prefers dark mode in the editor. | In the editor, the user prefers dark mode.
User is allergic to shellfish | The user has a shellfish allergy.
The project uses PostgreSQL as its database. | PostgreSQL is the database used by the project.
Always run the linter before committing. | Run the linter before every commit.
Lena's birthday is on 4 July. | Lena was born on July 4th.
The user lives in Hamburg. | The user resides in Hamburg.
API keys are stored in Vault. | We store the API keys in Vault.
The meeting with the client is at 3 pm on Friday. | Client meeting: Friday, 15:00
The user doesn't like long meetings | User dislikes long meetings.
The user has two cats, Milo and Luna. | User owns 2 cats named Luna and Milo.
User is a vegetarian. | The user is vegetarian.
The API base URL is https://api.example.com/v2 | Base URL of the API: https://api.example.com/v2
Never commit secrets to the repository. | Secrets must never be committed to the repo.
User's wife is called Julia. | The user's wife's name is Julia.
The session timeout is 30 minutes. | Sessions time out after 30 minutes.
The user enjoys hiking on weekends. | On weekends the user likes to hike.
We decided to use Kafka for events. | Kafka is used for events.
Meeting with Dr. Weber on 3 June 2026 at 14:00 | Dr. Weber meeting: 2026-06-03, 2 pm
The nightly backup job uploads database dumps to the S3 bucket. | Nightly backup job pushes DB dumps to the S3 bucket.
Use 2 spaces for indentation. | Indentation: two spaces
Paul works remotely from Lisbon. | Paul is working remotely from Lisbon.
The user dislikes phone calls. | User does not like phone calls.
Tests must pass before merging. | Before merging, tests must pass.
The user is a software engineer at Zalando. | User works as a software engineer at Zalando.
Do not use var in JavaScript. | Never use var in JavaScript.
The server has 64 GB of RAM. | The server has 64GB RAM.
The user's birthday is on 12 October. | The user was born on October 12.
Clara is the head of marketing. | The head of marketing is Clara.
We keep backups for one month. | Backups are kept for 1 month.
The user prefers email to phone calls. | The user prefers emails over phone calls.
The admin panel is only available inside the VPN. | Only inside the VPN is the admin panel available.
User is allergic to penicillin. | The user has an allergy to penicillin.
Run the tests with npm test. | Tests are run with npm test.
The user wants short answers. | Keep answers short.
Sophie is the manager of Liam. | Sophie manages Liam.
The release is on May 3. | The release date is 3 May.
The user has three kids. | The user has 3 children.
Do not deploy on Fridays. | No deployments on Fridays.
The repository contains the frontend and the backend. | The repo contains both the backend and the frontend.
Max payload is 1 MB. | The maximum payload is 1024 KB.
The user was born in 1990. | The user's year of birth is 1990.
`;
