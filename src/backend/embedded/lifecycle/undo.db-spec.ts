import { uuidv7 } from 'uuidv7';
import { lockWaits } from '../../../../test/support/lock-waits';
import { actAt, aMemory, anEdit } from '../../../../test/support/memories';
import { openBackend } from '../../../../test/support/open-backend';
import { useBackend } from '../../../../test/support/use-backend';

const DAY = 86_400_000;
const EVENING = actAt(10 * DAY);
const MORNING = actAt(11 * DAY);
const EXPIRE_ALL = { rules: [], retention: { fact: DAY, goal: DAY } };

const opened = useBackend(openBackend);

async function store(count: number): Promise<string[]> {
  const stored = Array.from({ length: count }, () => aMemory());
  await opened.backend.store(opened.namespace, stored, { dedupe: false });
  return stored.map(({ id }) => id);
}

async function sweep(at = EVENING.at): Promise<string> {
  const sweepId = uuidv7();
  const request = { sweepId, policy: EXPIRE_ALL, at, dryRun: false, cap: null };
  await opened.backend.sweep(opened.namespace, request);
  return sweepId;
}

const undo = (sweepId: string, act = MORNING) => opened.backend.undoSweep(opened.namespace, sweepId, act);

describe('undoing a sweep', () => {
  const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;

  onServer('waits for an edit, and skips its memory', async () => {
    const [id = ''] = await store(1);
    const sweepId = await sweep();
    let release = (): void => {};
    let edited = (): void => {};
    const isEdited = new Promise<void>((resolve) => (edited = resolve));
    const editing = opened.database.transaction(async () => {
      await opened.backend.edit(opened.namespace, id, anEdit({ tags: ['x'] }), actAt(10 * DAY + 1));
      edited();
      await new Promise<void>((resolve) => (release = resolve));
    });
    await isEdited;
    const undoing = undo(sweepId);
    await lockWaits(opened.database);
    release();
    await editing;
    expect(await undoing).toEqual({ restored: 0, skipped: 1 });
    expect(await opened.backend.find(opened.namespace, id)).toMatchObject({ status: 'expired', tags: ['x'] });
  });
});
