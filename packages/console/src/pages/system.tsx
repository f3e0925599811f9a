import { useQuery } from '@tanstack/preact-query';
import { service } from '../data/client.ts';
import { useFirstAnswers } from '../data/first-answers.ts';
import { useLogin, useMay } from '../data/login.ts';
import { Facts } from '../parts/facts.tsx';
import { Health, healthQuery } from '../parts/health.tsx';
import { Keys } from '../parts/keys.tsx';
import { Maintenance } from '../parts/maintenance.tsx';
import { Page } from '../parts/page.tsx';
import { Loading, NotAllowed, Problem } from '../parts/problem.tsx';
import { Settings, settingsQuery } from '../parts/settings.tsx';

/** Is the service well, who may use it, and how is it set? */
export function SystemPage() {
  const may = useMay();
  const [maySeeKeys, maySeeSettings] = [may('listKeys'), may('getSettings')];
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => service.keys.list(), enabled: maySeeKeys });
  const settings = useQuery({ ...settingsQuery, enabled: maySeeSettings });
  // What is shown before the rest would move when the rest comes.
  const isPending = !useFirstAnswers([useQuery(healthQuery), keys, settings]);
  const lead = 'Health, keys, settings and maintenance.';
  if (isPending)
    return (
      <Page title="System" lead={lead}>
        <Loading what="the state of the service" />
      </Page>
    );
  return (
    <Page title="System" lead={lead}>
      <LoginFacts />
      <Health />
      {keys.isError && <Problem error={keys.error} retry={() => void keys.refetch()} />}
      {keys.data && <Keys keys={keys.data.keys} />}
      {maySeeSettings && <Settings />}
      {may('getMaintenance') && <Maintenance />}
      {!(maySeeKeys && maySeeSettings) && <NotAllowed what="see keys, settings and maintenance" />}
    </Page>
  );
}

/** For whom what is shown is shown; nothing for one who may see all. */
function LoginFacts() {
  const { by, access, agents, scopes } = useLogin();
  return (
    <section class="panel" aria-labelledby="login">
      <h2 id="login">Your login</h2>
      <Facts
        facts={[
          ['Name', by === 'local' ? 'this machine' : by],
          ['Access', access],
          ['Agents', agents.includes('*') ? 'all' : agents.join(', ')],
          ['Scopes', scopes && scopes.join(', ')],
        ]}
      />
    </section>
  );
}
