import { parentPort, workerData } from 'node:worker_threads';
import { PrismaService } from '../../database/prisma.service';
import { runToEnd, TimeSlices } from '../../retrieval/time-slices';
import { IndexFollower } from '../../retrieval/index-follower';
import { DatabaseChangeFeed } from './database-change-feed';
import type { BuildAnswer, BuildOrder } from './index-build-thread';

const order = workerData as BuildOrder;

void build().then((answer) => {
  const buffers = answer.kind === 'built' ? answer.image.columns.map(({ array }) => array.buffer) : [];
  parentPort?.postMessage(answer, buffers as ArrayBuffer[]);
});

async function build(): Promise<BuildAnswer> {
  const database = PrismaService.attach(order.env, () => undefined);
  try {
    const feed = new DatabaseChangeFeed(database, {
      withVectors: order.withVectors,
      onNewServer: () => undefined,
    });
    const follower = new IndexFollower(feed, new TimeSlices(Infinity, () => performance.now()));
    const followed = await follower.build(order.namespace);
    if (followed === null) return { kind: 'gone' };
    return { kind: 'built', cursor: followed.cursor, image: runToEnd(followed.index.toImage()) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  } finally {
    await database.close();
  }
}
