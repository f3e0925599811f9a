import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { Clock } from '../common/clock';
import { Env } from '../config/env';
import { FileDeletion } from './file-deletion.service';
import { FileStore } from './file-store';
import { FilesRepository } from './files.repository';
import { FileJobsRepository } from './jobs/file-jobs.repository';
import { LocalFileStore } from './stores/local-file-store';
import type * as S3 from './stores/s3-file-store';

const FOLDER = 'files';

/** The bucket of the settings, or a folder of `DATA_DIR` without one. */
async function openFileStore(env: Env, now: Date): Promise<FileStore> {
  const folder = join(env.DATA_DIR, FOLDER);
  if (env.FILES_S3_BUCKET === null) return LocalFileStore.open(folder, now);
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const settings = {
    bucket: env.FILES_S3_BUCKET,
    endpoint: env.FILES_S3_ENDPOINT,
    region: env.FILES_S3_REGION,
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
    pathStyle: env.FILES_S3_PATH_STYLE,
  };
  // The AWS SDK is large: only a service with a bucket loads it.
  const { S3FileStore } = createRequire(__filename)('./stores/s3-file-store') as typeof S3;
  return new S3FileStore(settings, folder);
}

/** Uploaded files and their deletion, without background work. */
@Module({
  imports: [BackendModule],
  providers: [
    {
      provide: FileStore,
      useFactory: (env: Env, clock: Clock) => openFileStore(env, clock.now()),
      inject: [Env, Clock],
    },
    FileDeletion,
    FileJobsRepository,
    FilesRepository,
  ],
  exports: [BackendModule, FileDeletion, FileJobsRepository, FileStore, FilesRepository],
})
export class StoredFilesModule {}
