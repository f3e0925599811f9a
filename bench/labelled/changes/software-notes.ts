import type { PairLines } from './pair-lines';

/** Plain notes about software projects and the teams behind them. */
export const SOFTWARE_NOTES: PairLines = {
  tools: `
update implicit | The Kestrel backend builds with Maven. | Kestrel's backend build is Gradle; run ./gradlew build.
none both-hold | Load tests are written in k6. | Browser tests run with Playwright.
update explicit | Alerts from the shop cluster go to PagerDuty. | We moved alerting for the shop cluster to Opsgenie.
duplicate paraphrase | CI for tamarind-web: GitHub Actions. | tamarind-web is built and tested on GitHub Actions.
none other-subject | The billing service uses Postgres as its database. | The catalog service uses MySQL as its database.
update ended | Staging still has a Jenkins box for the nightly jobs. | The Jenkins box on staging was shut down.
update implicit | Reverse proxy in front of the API: nginx. | Caddy sits in front of the API and handles TLS.
none other-attribute | Farida works on a ThinkPad X1. | Farida has a new headset for the video calls.
none event | The team uses Sentry for error tracking. | Sentry was slow for about an hour on Tuesday evening.
update implicit | Package manager in the frontend repo is npm. Commit package-lock.json. | The frontend repo uses pnpm only; any package-lock.json gets rejected in review.
none both-hold | Joaquim edits Python code in PyCharm. | Joaquim uses vim when he is on a server.
update explicit | Secrets live in a .env file on the deploy host. | Secrets are no longer in the .env file, they come from Vault now.
none other-attribute | Message broker: RabbitMQ, one queue per tenant. | RabbitMQ admin page needs the VPN.
update implicit | Pelican Labs hosts its code on Bitbucket. | All Pelican Labs repos are on a self-hosted GitLab.
duplicate paraphrase | Linting in the monorepo is done by Ruff. | The monorepo is linted with Ruff.
none other-subject | The Oslo team tracks its tickets in Jira. | The Lagos team switched to Linear for its tickets.
update explicit | User's main laptop is a 2019 MacBook Pro. | User gave the old MacBook back and now works on a Framework 13.
none event | Terraform manages all the AWS accounts. | Marek ran terraform plan last night and found two drifted security groups.
update ended | We have a trial license of Datadog for the data team. | The Datadog trial ran out and nobody extended it.
none both-hold | Redis is used for the session store. | Redis also holds the rate limit counters.
update implicit | Feature flags: LaunchDarkly. | Feature flags are rows in our own flags table, there is no outside service for them.
update implicit | The mobile app is written in React Native. | The mobile app's codebase is all Flutter.
none other-attribute | The build server runs Ubuntu. | The build server got a new 2 TB disk.
duplicate paraphrase | Nadia writes her notes in Obsidian. | Obsidian is where Nadia keeps her notes.
update explicit | Docs site is generated with Sphinx. | The docs site has been switched from Sphinx to MkDocs.
none other-subject | The label printer in the warehouse is a Zebra. | The office printer is a Brother.
none event | Backups are made with restic every night. | Restore test with restic on 4 May went fine.
update ended | Linus has the team's test iPhone at home. | Linus brought the test iPhone back to the office.
none both-hold | The analytics team queries ClickHouse for dashboards. | The analysts also keep a small DuckDB file for quick checks.
duplicate paraphrase | Container images are scanned with Trivy before a push. | Before pushing, we scan the container images using Trivy.
`,
  projects: `
update implicit | Owner of the payments service: Ingrid Solheim. | Payments service owner is Tunde Afolabi. Ask him before any schema change.
none both-hold | Code review in Halyard needs one approval from the core team. | Halyard pull requests need a changelog entry.
update explicit | Project Borealis is on hold until the budget is clear. | Borealis is back on, work starts again this week.
none other-subject | The invoice module has no tests yet. | The export module has good test coverage.
update ended | There is a code freeze on the checkout repo. | The code freeze on checkout is over.
duplicate paraphrase | Marigold is released under the Apache 2.0 license. | License of Marigold: Apache 2.0.
update implicit | Commits in quill-core are merged with a merge commit. | Squash merge is the only merge method allowed in quill-core.
none other-attribute | Kofi leads the search rewrite. | The search rewrite has a new Slack channel, #search-next.
update implicit | We decided to keep the monolith and not split it. | The decision is to split the monolith into four services, starting with auth.
none event | The Tanager project has weekly demos on Friday. | At the last Tanager demo the projector broke.
update explicit | Direct pushes to main are allowed in the infra repo. | Direct pushes to main are now blocked in the infra repo, everything goes through a PR.
none both-hold | The clinic booking app is used by a dental clinic in Porto. | An eye clinic in Braga uses the booking app too.
update implicit | State of the SSO work: in review. | SSO is live for all customers.
duplicate paraphrase | Nobody may deploy on Fridays after noon. | Rule: no deploys on Friday afternoons.
none other-subject | Lark API is maintained by the Tallinn office. | Lark's Android client is maintained by a contractor, Bui Studio.
update ended | Sanjay is running a spike on GraphQL for the partner API. | The GraphQL spike is done and Sanjay closed the ticket.
none other-attribute | Cobalt is a Rails app with about 200 models. | Cobalt got a new logo from the design team.
update explicit | The customer portal was going to be rewritten in Elixir. | We dropped the plan for Elixir; the portal stays in Django.
update implicit | Branch names in the Heron repo start with the ticket number. | Heron branch naming: author initials first, no ticket numbers in branch names.
none event | Vendor for the SMS gateway is Tilda Telecom. | Tilda Telecom sent a price list for next year.
update implicit | Default branch of the website repo is master. | The website repo's default branch: main.
none both-hold | Yuki is responsible for the onboarding flow. | Yuki is also responsible for the email templates.
none other-subject | Project Ember is funded until the end of the year. | Project Cinder lost its funding.
update explicit | The robotics club's site is looked after by Mirela. | Mirela handed the robotics club's site over to Dong-hyun.
duplicate paraphrase | Atlas is the internal name of the reporting platform. | Internally the reporting platform is called Atlas.
none other-attribute | The school timetable app has three developers. | The school timetable app moved to a darker colour theme.
update implicit | Public API of Juniper needs no key. | Every call to the Juniper API must carry an API key.
none event | The data import is written by Amaru and reviewed by Hanneke. | Hanneke found a typo in the data import's README and fixed it.
update ended | The bug bounty program for Wavelet is open. | Wavelet's bug bounty program was closed.
duplicate paraphrase | Every new service must have a runbook before it goes live. | A service cannot go live without a runbook.
`,
  people: `
update implicit | Zeynep is a backend developer at Nordlys. | Zeynep is the engineering manager of the Nordlys platform team.
none both-hold | Oluwaseun has a cat called Pixel. | Oluwaseun has a dog too, named Bash.
update explicit | Contact at the hosting company: Piet de Graaf. | Piet de Graaf has left the hosting company, our contact there is now Lotte Smeets.
none other-subject | Rafael is on parental leave until March. | Henrik is back from parental leave.
update ended | Chiara is on sick leave with a broken wrist. | Chiara's wrist has healed and she is working again.
duplicate paraphrase | Bogdan reports to Amina. | Amina is Bogdan's boss.
update implicit | Security lead: Priyanka Rao. | Our security lead is Owen Matheson.
none other-attribute | Marta is the only DBA on the team. | Marta has a new phone number for on-call.
none event | Ji-woo is the product owner for mobile. | Ji-woo gave a talk at a meetup in Busan.
update implicit | Emeka is single. | Emeka's wife Ada works in the support team.
none both-hold | Sofie does frontend work for the ticket shop. | Sofie runs the internal accessibility training.
update explicit | Tomasz works as a freelancer for us, three days a week. | Tomasz is no longer a freelancer, we hired him full time.
none other-subject | User's manager is called Ludmila. | The manager of the QA group is called Vikram.
update implicit | The CTO of Brightfjord is Anders Holm. | Brightfjord's CTO, Leila Haddad, signs off on all new vendors.
duplicate paraphrase | Kwame is allergic to peanuts; keep that in mind for team lunches. | For team lunches: no peanuts, Kwame has an allergy.
none other-attribute | Wanjiru is a site reliability engineer. | Wanjiru recently became the godmother of her niece.
update explicit | Matteo mentors the two interns. | Matteo has passed the mentoring of the two interns to Greta.
none event | Iker has a bad back and works at a standing desk. | Iker fixed the flaky login test on Monday.
update ended | Noor is the interim scrum master of team Otter. | Noor is done as interim scrum master.
none both-hold | Dmitri's daughter studies computer science in Brno. | Dmitri has a son in primary school.
update implicit | Helena is a junior tester. | Helena's job title is senior test engineer.
none other-subject | Alejandro knows the old COBOL batch jobs. | Beatriz no longer remembers how the COBOL batch jobs work.
update implicit | Emergency contact for Saskia is her mother. | Saskia's emergency contact: her partner Jelle.
duplicate paraphrase | The designer Minh works part time, 20 hours a week. | Minh, our designer, has a part-time job of 20 hours per week.
none other-attribute | Femi's email is femi@lanternsoft.example. | Femi has changed his profile picture on Slack.
update explicit | Pavel's team lead is Rosalind. | Pavel changed teams and now has Kenji as his team lead.
none event | Astrid is the release manager. | Astrid was ill on Thursday, so Hugo made the coffee round.
update ended | Shreya is engaged to a colleague from sales. | Shreya and the colleague from sales broke off the engagement.
none both-hold | Gideon is a certified Kubernetes administrator. | Gideon has an AWS certificate as well.
duplicate paraphrase | Luca's twin brother works at the same company. | Luca and his twin brother have the same employer.
`,
  places: `
update implicit | Deploy region: eu-west-1. | Everything is deployed in eu-central-1, Frankfurt, and only there.
none both-hold | Logs of the API are kept in a bucket in Ireland. | Metrics of the API are kept in a Prometheus in the office.
update explicit | The wiki is hosted on a small VM at Hetzner. | We moved the wiki from Hetzner to a VM at Scaleway.
none other-subject | Staging runs in the Stockholm data centre. | Production runs in the Warsaw data centre.
update implicit | Config file of the mailer: /etc/mailer.conf | The mailer reads its only config from /opt/mailer/config.yaml.
duplicate paraphrase | Andile works from Durban. | Andile is based in Durban.
update ended | The demo server is in Jonas's garage. | The demo server was scrapped.
none other-attribute | The team office is on the third floor of the Kranhaus. | The team office got new carpets.
none event | Valentina lives in Montevideo. | Valentina spent last week at a conference in Lisbon.
update implicit | Elif lives in Ankara. | Elif's home address for the hardware shipment is in Rotterdam.
none both-hold | The main repo is on GitHub. | A read-only mirror of the main repo is on Codeberg.
update explicit | Stand-up is held in the small meeting room. | Stand-up no longer takes place in the small meeting room, we meet in the kitchen now.
none other-attribute | The customer Sunfield Dairy has its head office in Cork. | Sunfield Dairy moved its payroll to another software.
update implicit | Static files of the shop are served from the app server's disk. | The shop's static files sit in an S3 bucket, nothing is left on the app server.
none other-subject | The backup tapes are in a bank safe in Basel. | The spare router is in the cupboard next to the lift.
update explicit | DNS for the company domain is at GoDaddy. | DNS was transferred from GoDaddy to Cloudflare.
duplicate paraphrase | The runbooks are in the docs/ops folder of the infra repo. | Runbooks: see docs/ops in the infra repo.
none event | The rack is in the basement of the Graz office. | There was some water in the street near the Graz office after the storm.
update ended | Kaito is working from his parents' house in Sapporo this month. | Kaito's stay at his parents' place is over.
none both-hold | The Quito office has eight developers. | There is a second office in Guayaquil with three people.
update implicit | Container registry for all images: Docker Hub. | Images live in our Harbor registry; the Docker Hub account is empty.
update implicit | Svetlana sits next to the window in room 12. | Svetlana's desk is in room 31.
none other-subject | Mehmet keeps his SSH key on a YubiKey. | Ayumi's SSH key is in a file in her home folder.
update explicit | The monthly Go meetup meets at the library in Leeds. | The Go meetup has moved from the library to a pub across the road.
duplicate paraphrase | Customer data must stay on servers within the EU. | It is not allowed to keep customer data on servers outside the EU.
none event | The test phones are in a locked drawer in the QA room. | Rui borrowed a charger from the QA room for the afternoon.
none other-attribute | The user's team is spread over Nairobi and Kampala. | The user's team has a new name, Team Baobab.
update ended | We rent a desk in a coworking space in Ljubljana. | The rental of the Ljubljana desk was cancelled and the key is returned.
none both-hold | Socket of the app is in /run/otter. | The app's uploads are in /srv/otter/uploads.
duplicate paraphrase | Grafana runs on host mon-02. | mon-02 is the host where Grafana is running.
`,
  numbers: `
update implicit | The API server listens on port 8080. | API port is 9443. The firewall lets nothing else through to the API.
none both-hold | Upload limit for images is 10 MB. | The upload limit for videos is 200 MB.
update explicit | The staging database is 40 GB in size. | Staging database has grown to 65 GB.
none other-subject | The worker nodes have 16 GB of RAM. | The database node has 64 GB of RAM.
update implicit | We pay 290 euros a month for the server at Tallgrass Hosting. | Monthly bill for the Tallgrass server: 340 euros.
duplicate paraphrase | The request timeout is 30 seconds. | A request times out after 30 seconds.
update ended | There are two open critical bugs in the ledger service. | No critical bugs are left in the ledger service, both are fixed.
none other-attribute | The support team has six people. | The support team has a new tool with 40 canned answers.
none event | The nightly job starts at 02:15. | Last night's job took 48 minutes.
update implicit | The team has nine developers. | Headcount: 12 developers in the team.
none both-hold | Stand-up is at 9:30. | The retro is at 15:00 every second Wednesday.
update explicit | The rate limit for free users is 60 calls per minute. | We cut the rate limit for free users from 60 to 25 calls per minute.
none other-subject | Malik's day rate is 520 pounds. | Birgit raised her day rate to 600 pounds.
update implicit | Test coverage of the parser: 71 percent. | Coverage report for the parser says 84 percent.
duplicate paraphrase | Logs are kept for 14 days. | Log retention is two weeks.
none event | The cluster has five nodes. | One node was rebooted on Sunday for a kernel patch.
update explicit | Nilufar is owed 75 dollars for the domain renewal. | Nilufar was paid back the 75 dollars for the domain.
none both-hold | The checkout page must load in under 2 seconds. | The search results must come back in under 500 ms.
update implicit | TLS certificate for the portal is valid until 3 August. | Portal certificate expires on 1 November.
none other-attribute | User's daughter is 7 years old. | User's daughter now goes to a coding class with ten other kids.
update implicit | Max connections in pgbouncer is set to 100. | pgbouncer: max connections 250.
none other-subject | Line length in the Python code is 100 characters. | Line length in the Go code has no limit.
update ended | The 20 percent startup discount from Orbita Cloud applies to our account. | Our startup discount at Orbita Cloud has expired.
none event | Sprint length is two weeks. | In sprint 31 the team closed 22 tickets.
duplicate paraphrase | A pull request should not be longer than 400 lines. | Keep pull requests to 400 lines at most.
update explicit | Office hours of the platform team begin at 10:00. | The platform team's office hours now start at 11:00, no longer at 10:00.
none both-hold | Tariq has four years of experience with Rust. | Tariq has ten years of experience with C++.
update ended | We have a quota increase request for 32 GPUs open with the cloud provider. | The GPU quota request was turned down and closed.
none other-attribute | The shop handles about 1,500 orders a day. | The shop ships to 18 countries.
duplicate paraphrase | Minimum password length: 12 characters. | Passwords must have 12 characters or more.
`,
  plans: `
update implicit | Release 4.0 of Saffron is planned for 12 June. | Saffron 4.0 release date: 26 June.
none both-hold | Katya wants to learn Rust this year. | Katya plans to take a course on databases in autumn.
update explicit | The planning meeting is on Monday at 14:00. | The planning meeting was postponed to Wednesday at 14:00.
none other-subject | The Delhi team meets the client next Tuesday. | The Manila team cancelled its client meeting.
update ended | We want to migrate the mail server over the weekend. | The mail server migration is finished.
duplicate paraphrase | The beta should be with customers before Christmas. | We intend to ship the beta to customers before Christmas.
update implicit | Eoin will fly to the Krakow offsite. | Eoin takes part in the Krakow offsite only by video from home.
none other-attribute | The hackathon is planned for the first weekend in October. | The hackathon has a new sponsor, Fennel Bank.
none event | The pen test is booked for week 38. | The team had pizza together after the last pen test.
update explicit | Ximena plans to give her talk on event sourcing at the Bogota conference. | Ximena changed her topic, the Bogota talk will be about schema migrations.
update implicit | Deadline for the tax export is 31 January. | The tax export must be ready by 15 February.
none both-hold | We plan to add dark mode in the spring release. | The spring release will also bring CSV export.
update explicit | The old REST endpoints will be removed in July. | Removal of the old REST endpoints is off, they stay for good.
none other-subject | Abdul is going on holiday in the second half of August. | Signe takes her holiday in July.
update implicit | Plan for the cutover: big bang on Saturday night. | The cutover will go tenant by tenant over six weeks.
duplicate paraphrase | Nikos wants to hire two more testers this quarter. | Two additional testers are to be hired by Nikos this quarter.
none event | Next board review of the roadmap: 9 September. | The board asked for a cost table by email.
update ended | Leticia is preparing for her Kubernetes exam. | Leticia took the Kubernetes exam and passed.
none both-hold | There is a workshop with the bank on Thursday morning. | On Thursday afternoon we have a call with the auditor.
update implicit | Jarek wants to go to FOSDEM by train. | Jarek has a flight booked for FOSDEM, both ways.
none other-attribute | We intend to open an office in Tbilisi. | The company has a new office dog.
update explicit | The user planned to leave the company in May. | The user decided to stay with the company after all.
none other-subject | The iOS app goes to review on the 20th. | The Android app was held back until the 28th.
update implicit | Next maintenance window: Sunday 23:00 to 01:00. | Maintenance window is coming up on Tuesday at 04:00, none before that.
duplicate paraphrase | After the release we will delete the legacy import code. | The legacy import code is to be deleted once the release is out.
none event | Hamid will upgrade the switches in the server room next week. | Hamid labelled the cables in the server room today.
update ended | We're waiting for the go-live of the hospital portal, set for 2 March. | The hospital portal went live on 2 March without trouble.
none both-hold | Mariko is planning a team dinner in Osaka. | Mariko is looking for a hotel for the Osaka visitors.
none other-attribute | The migration to ARM servers is planned for Q3. | The ARM migration will be led by Thandiwe.
duplicate paraphrase | Feature freeze begins on 5 November. | From 5 November on we are in feature freeze.
`,
  habits: `
update implicit | Gustavo comes to the office every day. | Gustavo works fully remote.
none both-hold | Anneli likes pair programming. | Anneli likes writing long design docs.
update explicit | Team Puffin does mob programming every Tuesday. | Team Puffin stopped mob programming and works in pairs now.
none other-subject | Hiroshi drinks only green tea at work. | Carmen gave up coffee at work.
update implicit | User wants answers with long explanations. | User prefers short answers, code first and no explanation.
duplicate paraphrase | Samira never merges her own pull requests. | Samira always lets somebody else merge her pull requests.
update ended | Olek goes to the gym with Bram each day at lunch. | Olek and Bram don't go to the gym at lunch any more.
none other-attribute | Ottilie starts work at six in the morning. | Ottilie got a new chair and a second monitor.
none event | The team plays table football after lunch. | The ball of the table football was lost on Friday.
update explicit | Devansh is vegetarian, order accordingly for the offsite. | Devansh eats meat again, he is no longer vegetarian.
none both-hold | Freya plays badminton on Mondays. | Freya runs on weekends.
update implicit | On-call shifts change hands on Monday morning. | The on-call handover takes place every Thursday at noon.
none other-attribute | Arturo writes his commit messages in English. | Arturo changed his Git user name.
update implicit | In this repo we indent with tabs. | Indentation in this repo: four spaces, tabs fail the check.
none other-subject | Zoltan likes to deploy early in the morning. | Imani prefers to deploy late in the day.
update explicit | Kirsten smokes on the balcony during breaks. | Kirsten quit smoking.
duplicate paraphrase | The Perth team writes a postmortem after every outage. | After each outage a postmortem is written by the Perth team.
none event | Lwazi cycles to work. | Lwazi had a flat tyre on Wednesday and came by bus.
update implicit | Wei leaves her camera off in all meetings. | Wei has her camera on in every meeting.
none both-hold | The user listens to jazz while coding. | The user also likes metal for boring tasks.
update implicit | Retro notes are taken by whoever speaks least. | Teodora takes the notes in all retros.
none other-subject | Support answers tickets within a day. | Sales never reads the tickets.
update explicit | Mateusz does not touch production after 16:00. | Mateusz has dropped his 16:00 rule and deploys at any hour.
none event | Every Friday someone brings cake for the team. | Dalia's cake last Friday had too much cinnamon.
duplicate paraphrase | Yaw hates phone calls and wants to be reached by chat. | Reach Yaw by chat; he can't stand phone calls.
update implicit | Elodie reviews pull requests at the end of the day. | Elodie does all her reviews first thing in the morning.
none both-hold | Kasper prefers dark themes in his editor. | Kasper prefers a large font in his terminal.
update ended | The two interns hold a daily French lesson at 17:00. | The French lessons of the interns are over.
none other-attribute | Nkechi sends a weekly status mail on Friday. | Nkechi is responsible for the partner integrations.
duplicate paraphrase | Ruben likes small tickets better than big ones. | Ruben prefers a small ticket to a big one.
`,
  versions: `
update implicit | The backend runs on Python 3.9. | Backend Python version: 3.12. Older ones don't work.
none both-hold | The web app supports German and French. | The web app is available in Polish too.
update explicit | Production database is Postgres 13. | We upgraded production from Postgres 13 to 16.
none other-subject | Node version in the frontend repo: 18. | Node version in the gateway repo: 22.
update implicit | The logs are written as plain text lines. | Log format is JSON, one object per line, no plain text.
duplicate paraphrase | Current release of Thistle is 2.7.1. | Thistle is at version 2.7.1.
update ended | The API has a v1 and it is still supported. | Support for v1 of the API has ended.
none other-attribute | The company is on the Team plan of Notion. | The company has changed the icon of its Notion space.
none event | The cluster is on Kubernetes 1.29. | Two pods on the cluster crashed after lunch.
update implicit | Debug mode on the test server: on. | Debug is set to false on the test server.
none both-hold | The library offers a synchronous client. | There is an async client in the library as well.
update explicit | Vellum Press has the Basic contract with us. | Vellum Press switched to the Premium contract.
none other-subject | Alina's laptop runs Fedora. | Benedikt replaced Windows with Debian on his laptop.
update implicit | The project is called Raven. | The project's name is Magpie; use it in all docs.
duplicate paraphrase | Dates in the export are in ISO format. | The export uses ISO dates.
none event | We ship the desktop app as an MSI installer for Windows. | A customer in Split asked how to uninstall the desktop app.
update explicit | Config of the scheduler is in TOML. | The scheduler's config was converted from TOML to YAML.
none other-attribute | The server runs Debian 12. | The server now has a second network card.
update implicit | Base image of the worker: alpine:3.18. | The worker's Dockerfile starts from debian:bookworm-slim.
none both-hold | CI tests the package against Django 4.2. | The package is tested in CI with Django 5.1 as well.
update ended | The nightly build of Drongo is marked as broken because of OpenSSL. | Drongo's nightly build is no longer broken.
update implicit | Log level in production is INFO. | Production logs only at WARNING and above.
none other-subject | Our fork of the PDF library is at 0.8. | The upstream PDF library has moved to 1.0.
update explicit | The test phone has Android 12. | The test phone was updated and has Android 14 now.
duplicate paraphrase | Version numbers follow semantic versioning. | We use semantic versioning for our releases.
none event | Pre-release 5.0-rc1 of Cormorant came out on 3 April. | Cormorant 5.0-rc2 came out on 17 April.
update implicit | TLS on the load balancer accepts 1.0 and up. | Minimum TLS version on the load balancer is 1.2.
none both-hold | Reports can be downloaded as PDF. | Reports can be downloaded as an Excel file.
none other-attribute | The model used for ticket triage is a small BERT. | The ticket triage got a new web page.
duplicate paraphrase | Autoscaling is turned off for the batch workers. | The batch workers have no autoscaling, it is disabled.
`,
};
