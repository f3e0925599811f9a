import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Env } from '../../config/env';
import type { FileStore } from '../file-store';
import { LocalFileStore } from './local-file-store';
import type * as S3 from './s3-file-store';

const FOLDER = 'files';

/** By the settings: a bucket where one is named, else a folder of `DATA_DIR`. */
export async function openFileStore(env: Env, now: Date): Promise<FileStore> {
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
  const { S3FileStore } = loadS3();
  return new S3FileStore(settings, folder);
}

/** For those who have a bucket. */
function loadS3(): typeof S3 {
  return createRequire(__filename)('./s3-file-store') as typeof S3;
}
