/** Labels that Prometheus adds to what it reads, and the series that it makes of each pod. */
const TARGET_LABELS: ReadonlySet<string> = new Set(['namespace', 'job', 'pod']);
const TARGET_SERIES = 'up';

const TOKEN = /\s+|"[^"]*"|\[[^\]]+\]|[\w:]*[a-zA-Z_][\w:]*|\d+(?:\.\d+)?|[=!]~|[=!<>]=|[-+*/<>=(){},]/y;
const LABEL_LIST = new Set(['by', 'without', 'on', 'ignoring']);
const OPERATORS = new Set(['and', 'or', 'unless']);

interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

interface Query {
  selectors: Selector[];
  /** Those that it groups by. */
  labels: string[];
}

interface Sample {
  metric: string;
  labels: Record<string, string>;
}

/** What a PromQL query names that a text of `/metrics` does not have. */
export function missingParts(query: string, metrics: string): string[] {
  const { selectors, labels } = readQuery(query);
  const samples = samplesOf(metrics);
  const read = samples.filter(({ metric }) => selectors.some((each) => each.metric === metric));
  return [
    ...(selectors.length === 0 ? ['a metric'] : []),
    ...selectors.flatMap((each) => missingOf(each, samples)),
    ...labels.filter((label) => !TARGET_LABELS.has(label) && !read.some((each) => label in each.labels)),
  ];
}

function missingOf({ metric, matchers }: Selector, samples: readonly Sample[]): string[] {
  if (metric === TARGET_SERIES) return [];
  const own = samples.filter((each) => each.metric === metric);
  if (own.length === 0) return [metric];
  return matchers
    .filter(({ label }) => !TARGET_LABELS.has(label))
    .filter(({ label, operator, value }) => {
      // Which status there is depends on what happened.
      const any = operator !== '=' || label === 'status';
      return !own.some(({ labels }) => (any ? label in labels : labels[label] === value));
    })
    .map(({ label, operator, value }) => `${metric}{${label}${operator}"${value}"}`);
}

function samplesOf(metrics: string): Sample[] {
  return [...metrics.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)].map(([, metric = '', labels = '']) => ({
    metric,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ),
  }));
}

/** Throws on what is no token of the part of PromQL that is read here. */
function tokensOf(query: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < query.length) {
    const at = TOKEN.lastIndex;
    const [token] = TOKEN.exec(query) ?? [];
    if (token === undefined) throw new Error(`Not understood in ${query}: ${query.slice(at)}`);
    if (token.trim() !== '') tokens.push(token);
  }
  return tokens;
}

function readQuery(query: string): Query {
  const tokens = tokensOf(query);
  const read: Query = { selectors: [], labels: [] };
  while (tokens.length > 0) {
    const token = tokens.shift() ?? '';
    const isFunction = tokens[0] === '(' || LABEL_LIST.has(tokens[0] ?? '');
    if (LABEL_LIST.has(token)) read.labels.push(...upTo(tokens, ')').filter((each) => /\w/.test(each)));
    else if (/^[a-zA-Z_]/.test(token) && !OPERATORS.has(token) && !isFunction) {
      read.selectors.push({
        metric: token,
        matchers: tokens[0] === '{' ? matchersOf(upTo(tokens, '}')) : [],
      });
    }
  }
  return read;
}

function upTo(tokens: string[], end: string): string[] {
  const index = tokens.indexOf(end);
  if (index === -1) throw new Error(`No ${end}`);
  return tokens.splice(0, index + 1);
}

/** Of `{ a = "b" , … }`. */
function matchersOf(tokens: readonly string[]): Selector['matchers'] {
  const matchers = [];
  for (let index = 1; index < tokens.length - 1; index += 4) {
    const [label = '', operator = '', value = ''] = tokens.slice(index, index + 3);
    if (!value.startsWith('"')) throw new Error(`Not a matcher: ${tokens.join(' ')}`);
    matchers.push({ label, operator, value: value.slice(1, -1) });
  }
  return matchers;
}
