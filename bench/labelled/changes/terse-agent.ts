import type { PairLines } from './pair-lines';

/** Short notes as a coding agent stores them. */
export const TERSE_AGENT: PairLines = {
  tools: `
update explicit | Package manager: npm | Switched package manager npm -> pnpm, lockfile regenerated
update implicit | Node 18 required (engines field) | Minimum Node version is 20
update reversed | Linter is Biome since v3 | Before v3 linting was done with ESLint + Prettier
update partial | CI on GitHub Actions, deploys via Ansible | Deploys now go through Argo CD
duplicate paraphrase | Tests: run with vitest | Vitest is the test runner
none other-attribute | Package manager: pnpm | Bundler switched from webpack to Vite
none scope | Lint config in packages/web: airbnb | Lint config in packages/api: standard
none both-hold | Uses Zod for env validation | Uses Zod for request bodies too
none event | Ran prettier on src/ yesterday | Ran prettier on packages/cli today
`,
  projects: `
update explicit | Default branch: master | Renamed default branch to main, master deleted
update implicit | atlas repo owner: @kemi | atlas CODEOWNERS: @rodrigo
contradiction implicit | First release of atlas: 2021-03-04 | atlas v1 was first released in June 2020
duplicate paraphrase | Commit messages follow Conventional Commits | conventional commit style required for all commits
none other-subject | atlas: license MIT | borealis: license Apache-2.0
none list | TODO: fix flaky login test | TODO: remove dead feature flags
none not-stated | API style: REST | Open question: GraphQL instead of REST? No decision
none other-attribute | atlas repo visibility: private | atlas README rewritten, old one replaced
`,
  people: `
update explicit | Reviewer for billing PRs: Priya | Priya left; billing PRs now reviewed by Tomasz
update implicit | User's GitHub handle: lmoreau | GitHub handle of user is louise-m
update partial | User: frontend lead, based in Lyon | User is now engineering manager
contradiction never | User has used Kubernetes in production at last job | User says never worked with Kubernetes
none other-subject | Tomasz: on-call Tuesdays | Priya: on-call Fridays
none other-attribute | Priya owns billing | Priya moved to the Dublin office
none other-subject | Contact for legal: Marta | Contact for security: Ines
none both-hold | User speaks French | User speaks some Portuguese
none both-hold | Kemi: maintainer of atlas | Kemi now also maintains borealis
`,
  places: `
update explicit | Docs live in /docs | Docs moved to separate repo atlas-docs
update implicit | Config at ~/.atlasrc | Config file path: ~/.config/atlas/config.toml
update reversed | Logs in /var/log/atlas | previously, logs were written to ./tmp/log
duplicate paraphrase | Migrations are in db/migrate | db/migrate holds the migrations
none scope | Bucket (staging): eu-west-1 | Bucket (prod): us-east-1
none other-subject | unit tests in src/**/*.spec.ts | e2e tests in test/e2e
none list | ignore: dist/ | ignore: coverage/
none unrelated | env vars documented in docs/env.md | moved the logo to assets/
`,
  numbers: `
update explicit | Coverage threshold 70% | Coverage threshold raised to 85%
update implicit | Rate limit: 100 req/min per key | rate limit is 250 req/min per key
update implicit | max upload 10 MB | Upload limit: 25 MB
contradiction implicit | Incident 14 took 42 minutes to resolve | incident 14: resolved after 3 hours
none other-attribute | Pool size 20 | Pool idle timeout 30 s
none scope | p99 /search 180 ms in March | p99 /search 240 ms in April
none other-subject | atlas-worker: 4 replicas | atlas-web: 6 replicas
none scope | dev DB port 5433 | test DB port 5434
none event | Deploy 118 took 6 min | Deploy 119 took 9 min
`,
  plans: `
update explicit | Milestone M2 due 2026-05-10 | M2 slipped to 2026-05-24
update implicit | Next step: write migration for orders | Next step: backfill orders; migration merged
update explicit | Plan: rewrite parser in Rust | Dropped the Rust rewrite, parser stays TypeScript
duplicate paraphrase | Planned: remove v1 endpoints in Q3 | v1 endpoints to be dropped in Q3
none other-subject | M3 due 2026-06-30 | M4 due 2026-08-15
none list | Backlog: dark mode | Backlog: CSV export
none not-stated | Release Friday | Maybe release earlier if QA is done, tbd
none unrelated | Plan: split user service in Q4 | No longer need the staging VPN
`,
};
