import { eventually } from '../../test/support/eventually';
import { AsyncContext } from '../common/async-context';
import { AuditSealer } from './audit-sealer.service';
import type { AuditSealing } from './audit-sealing';

it('entries of a transaction get their places outside of it: it has ended by then', async () => {
  const transaction = new AsyncContext<string>();
  const seen: (string | undefined)[] = [];
  const sealing = {
    seal: () => {
      seen.push(transaction.get());
      return Promise.resolve(0);
    },
  } as unknown as AuditSealing;
  const sealer = new AuditSealer(sealing);
  transaction.run('a transaction', () => sealer.wake());
  await eventually(
    () => Promise.resolve(seen),
    ({ length }) => length > 0,
  );
  await sealer.onApplicationShutdown();
  expect(seen[0]).toBeUndefined();
});
