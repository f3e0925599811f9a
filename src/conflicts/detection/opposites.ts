import { keyOf } from './vocabulary';

/** Of the words of one line two cannot hold of the same thing in the same way. */
const OPPOSITES = `
dark light
short long
synchronous asynchronous
sync async
public private
before after
early late
earlier later
hot cold
formal informal
formally informally
manual automatic
manually automatically
required optional
mandatory optional
required forbidden
open closed
single married divorced widowed engaged
true false
on off
fast slow
high low medium
always never
often rarely
often seldom
internal external
local remote
mutable immutable
strict lenient
ascending descending
first second third fourth fifth sixth seventh eighth ninth tenth last
youngest oldest
newest oldest
older younger
smallest largest
smallest biggest
larger smaller
best worst
fastest slowest
longest shortest
highest lowest
open fixed
open merged
open done
pending done
pending approved rejected
broken fixed
failing passing
inclusive exclusive
cheap expensive
safe unsafe
stable unstable
online offline
signed unsigned
sorted unsorted
left right
top bottom
up down
increase decrease
increasing decreasing
success failure
pass fail
alive dead
vegetarian carnivore
introvert extrovert
introverted extroverted
junior senior
full-time part-time
fulltime parttime
tall small
happy unhappy
interested uninterested
complete incomplete
blocking nonblocking
stateless stateful
daily weekly monthly yearly hourly nightly
morning afternoon evening night
winter spring summer autumn
sequential parallel
eager lazy
horizontal vertical
uppercase lowercase
north south east west
`;

/** Things of a kind that take each other's place. */
const ALTERNATIVES = `
tab space
npm yarn pnpm bun
jest vitest mocha jasmine ava
pytest unittest nose
postgresql mysql mariadb sqlite mongodb oracle cassandra dynamodb cockroachdb mssql
redis memcached valkey
kafka rabbitmq nats sqs pulsar
aws gcp azure heroku digitalocean hetzner vercel netlify fly
jenkins githubactions circleci gitlabci travis teamcity buildkite
github gitlab bitbucket
slack teams discord mattermost zulip
zoom teams meet webex
jira linear trello asana notion
vim emacs vscode intellij pycharm webstorm neovim sublime cursor
webpack vite rollup parcel esbuild turbopack
eslint biome tslint
react vue angular svelte solid
express fastify koa nestjs hapi
django flask fastapi
rails sinatra
python java go rust ruby php kotlin swift scala javascript typescript c# c++ elixir haskell clojure perl dart
flutter reactnative xamarin ionic
rest graphql grpc soap
json yaml xml toml protobuf
jwt session cookie
monolith microservice
linux windows macos
ubuntu debian fedora arch centos
docker podman
kubernetes nomad swarm
terraform pulumi cloudformation
prisma typeorm sequelize drizzle knex
maven gradle bazel
bash zsh fish powershell
chrome firefox safari edge
iphone android
utc localtime
camelcase snakecase kebabcase pascalcase
rebase squash
red blue green yellow black white purple orange pink brown grey
coffee tea
beer wine
english german french spanish italian portuguese dutch polish russian chinese japanese korean
metric imperial
celsius fahrenheit
vegetarian vegan pescatarian omnivore
monday tuesday wednesday thursday friday saturday sunday
window aisle
train plane car bus
markdown html latex
spotify deezer tidal
sha1 sha256 md5 bcrypt argon2 scrypt
rsa ecdsa ed25519
info debug warn error
mit apache gpl bsd
utf-8 utf-16 latin1
office home
email phone sms
male female
sentry datadog newrelic
prometheus datadog
openai anthropic gemini mistral
`;

const opposites = groupsOf(OPPOSITES);
const alternatives = groupsOf(ALTERNATIVES);

export function areOpposites(one: string, other: string): boolean {
  return share(opposites, one, other) || isDenied(one, other) || isDenied(other, one);
}

export function areAlternatives(one: string, other: string): boolean {
  return share(alternatives, one, other);
}

/** The lines that a word stands in, by its key. */
function groupsOf(lines: string): Map<string, Set<number>> {
  const groups = new Map<string, Set<number>>();
  for (const [at, line] of lines.trim().split('\n').entries()) {
    for (const word of line.trim().split(' ')) {
      const key = keyOf(word);
      groups.set(key, (groups.get(key) ?? new Set()).add(at));
    }
  }
  return groups;
}

function share(groups: Map<string, Set<number>>, one: string, other: string): boolean {
  const others = groups.get(other);
  return one !== other && others !== undefined && [...(groups.get(one) ?? [])].some((at) => others.has(at));
}

const DENYING = ['un', 'in', 'im', 'ir', 'dis', 'non', 'non-'];

function isDenied(word: string, denial: string): boolean {
  return word.length >= 4 && DENYING.some((prefix) => denial === `${prefix}${word}`);
}
