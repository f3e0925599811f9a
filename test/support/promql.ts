/** Labels that Prometheus adds to what it reads, and the series that it makes of each pod. */
const TARGET_LABELS: ReadonlySet<string> = new Set(['namespace', 'job', 'pod']);
const TARGET_SERIES = 'up';

const LABEL_LIST = /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g;
/** A name before a parenthesis is a function. */
const SELECTOR = /\b(?!(?:and|or|unless)\b)([a-zA-Z_:][\w:]*)\b(?!\s*\()\s*(\{(?:[^}"]|"[^"]*")*\})?/g;
const MATCHER = /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;

interface Sample {
  metric: string;
  labels: Record<string, string>;
}

/** What a PromQL query names that a text of `/metrics` does not have. */
export function missingParts(query: string, metrics: string): string[] {
  const labels = [...query.matchAll(LABEL_LIST)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
  const expression = query.replace(LABEL_LIST, '').replace(/\[[^\]]*\]/g, '');
  const selectors = [...expression.matchAll(SELECTOR)];
  const samples = samplesOf(metrics);
  const read = samples.filter(({ metric }) => selectors.some(([, name]) => name === metric));
  return [
    ...(selectors.length === 0 ? ['a metric'] : []),
    ...selectors.flatMap(([, metric = '', matchers = '']) => missingOf(metric, matchers, samples)),
    ...labels.filter((label) => !TARGET_LABELS.has(label) && !read.some((each) => label in each.labels)),
  ];
}

function missingOf(metric: string, matchers: string, samples: readonly Sample[]): string[] {
  if (metric === TARGET_SERIES) return [];
  const own = samples.filter((each) => each.metric === metric);
  if (own.length === 0) return [metric];
  return [...matchers.matchAll(MATCHER)]
    .filter(([, label = '', operator, value]) => {
      if (TARGET_LABELS.has(label)) return false;
      // Which status there is depends on what happened.
      const any = operator !== '=' || label === 'status';
      return !own.some(({ labels }) => (any ? label in labels : labels[label] === value));
    })
    .map(([, label, operator, value]) => `${metric}{${label}${operator}"${value}"}`);
}

function samplesOf(metrics: string): Sample[] {
  return [...metrics.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)].map(([, metric = '', labels = '']) => ({
    metric,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ),
  }));
}
