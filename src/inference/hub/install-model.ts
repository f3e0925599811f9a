import { existsSync } from 'node:fs';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../../common/progress';
import { StartProblem } from '../../common/start-problem';
import { isLocalModelLibraryInstalled, LOCAL_MODEL_MISSING } from '../../config/local-model-library';
import { modelsDirOf } from '../model-folder';
import { SentenceModel } from '../sentence-model';
import { type HubClient, type HubFile, type Repository, downloadFile } from './hub-client';
import { filesOf, type HubModel } from './model-catalog';

const KILOBYTE = 1_000;

export interface InstallOptions {
  dataDir: string;
  hub: HubClient;
  /** `total`: kilobytes to fetch. */
  startProgress: (total: number) => Progress;
}

/** Fetches a model unless it is there, and makes it the last installed; its folder appears complete and tested. */
export async function installModel(model: HubModel, options: InstallOptions): Promise<string> {
  const models = modelsDirOf(options.dataDir);
  const folder = join(models, model.name);
  if (existsSync(folder)) {
    await utimes(folder, new Date(), new Date());
    return folder;
  }
  if (!isLocalModelLibraryInstalled()) throw new StartProblem(LOCAL_MODEL_MISSING);
  const repository = await options.hub.repository(model.repository);
  // With the commit in its name, a draft never mixes the files of two.
  const draft = join(models, '.downloads', `${model.name}@${repository.revision.slice(0, 12)}`);
  await download(model, repository, draft, options);
  await checkModel(draft);
  await rename(draft, folder);
  await utimes(folder, new Date(), new Date());
  return folder;
}

async function download(
  { repository }: HubModel,
  { revision, files }: Repository,
  draft: string,
  { hub, startProgress }: InstallOptions,
): Promise<void> {
  const wanted: { target: string; file: HubFile }[] = [];
  for (const [target, source] of filesOf(repository, files)) {
    if (existsSync(join(draft, target))) continue;
    wanted.push({ target, file: await hub.file(repository, revision, source) });
  }
  await mkdir(draft, { recursive: true });
  const total = wanted.reduce((sum, { file }) => sum + (file.bytes ?? 0), 0);
  const progress = startProgress(Math.ceil(total / KILOBYTE));
  try {
    const onBytes = (count: number) => progress.step(count / KILOBYTE);
    for (const { target, file } of wanted) await downloadFile(hub, file, join(draft, target), { onBytes });
  } finally {
    progress.stop();
  }
}

/** Loads it, which runs it once. A model that does not run is deleted, because other files may be on the hub later. */
async function checkModel(folder: string): Promise<void> {
  try {
    const model = await SentenceModel.load(folder, 1);
    await model.dispose();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
