import { join } from 'node:path';
import type { Env } from '../../config/env';
import type { FileStore } from '../file-store';
import { LocalFileStore } from './local-file-store';
import { S3FileStore } from './s3-file-store';

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
  return new S3FileStore(settings, folder);
}
