/** The value of a metric, named with its labels, as `/metrics` of a service shows it; NaN if it is not there. */
export async function shownMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ')[1]);
}
