import { useQuery } from '@tanstack/preact-query';
import { PermissionError, service } from '../data/client.ts';
import { Exports } from '../parts/exports.tsx';
import { Health, healthQuery } from '../parts/health.tsx';
import { Keys } from '../parts/keys.tsx';
import { Maintenance } from '../parts/maintenance.tsx';
import { Page } from '../parts/page.tsx';
import { Loading, Problem } from '../parts/problem.tsx';
import { Settings, settingsQuery } from '../parts/settings.tsx';

/** Is the service well, who may use it, and how is it set? */
export function SystemPage() {
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => service.keys.list() });
  // What is shown before the rest would move when the rest comes.
  const isPending = [useQuery(healthQuery), keys, useQuery(settingsQuery)].some((query) => query.isPending);
  const isKey = keys.error instanceof PermissionError;
  const lead = 'Health, keys, settings, maintenance and export.';
  if (isPending)
    return (
      <Page title="System" lead={lead}>
        <Loading what="the state of the service" />
      </Page>
    );
  return (
    <Page title="System" lead={lead}>
      <Health />
      {isKey ? (
        <p class="panel quiet">
          Keys, settings and maintenance need a login with the management credential: no key may see them.
        </p>
      ) : (
        <>
          {keys.isError && <Problem error={keys.error} retry={() => void keys.refetch()} />}
          {keys.data && <Keys keys={keys.data.keys} />}
          <Settings />
          <Maintenance />
        </>
      )}
      <Exports />
    </Page>
  );
}
