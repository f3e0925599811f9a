// Creates an empty embedded database in dist/empty-database, for an image: the service then copies it at its first start.
// Creating one takes 725 MB, more than twice of what the service needs later.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist');
const directory = path.join(dist, 'empty-database');
mkdirSync(directory);
const worker = new Worker(path.join(dist, 'database/embedded-postgres.worker.js'), {
  workerData: { task: 'create', directory },
});
worker.on('message', ({ kind, message }) => {
  if (kind === 'failed') throw new Error(message);
});
