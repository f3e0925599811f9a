import { Empty } from '../parts/problem.tsx';
import { Page } from '../parts/page.tsx';

export function MissingPage() {
  return (
    <Page title="Not found">
      <Empty title="There is no page at this address">
        Go to the <a href="/app/">list of agents</a>.
      </Empty>
    </Page>
  );
}
