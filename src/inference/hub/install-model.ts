import { existsSync } from 'node:fs';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../../common/progress';
import { StartProblem } from '../../common/start-problem';
import { isLocalModelLibraryInstalled, LOCAL_MODEL_MISSING } from '../../config/local-model-library';
import { CrossEncoder } from '../cross-encoder';
import { kindOfModel, modelsDirOf } from '../model-folder';
import { SentenceModel } from '../sentence-model';
import { downloadFile } from './file-download';
import type { HubClient, HubFile, Repository } from './hub-client';

export const DEFAULT_MODEL = 'all-MiniLM-L6-v2';

/** Repositories of a model hub with an int8 ONNX file, by the name of the model. `known-models.ts` says how to run them. */
export const CATALOG: Readonly<Record<string, string>> = {
  'all-MiniLM-L6-v2': 'Xenova/all-MiniLM-L6-v2',
  'all-MiniLM-L12-v2': 'Xenova/all-MiniLM-L12-v2',
  'paraphrase-multilingual-MiniLM-L12-v2': 'Xenova/paraphrase-multilingual-MiniLM-L12-v2',
  'bge-small-en-v1.5': 'Xenova/bge-small-en-v1.5',
  'bge-base-en-v1.5': 'Xenova/bge-base-en-v1.5',
  'bge-large-en-v1.5': 'Xenova/bge-large-en-v1.5',
  'bge-m3': 'Xenova/bge-m3',
  'e5-small-v2': 'Xenova/e5-small-v2',
  'e5-base-v2': 'Xenova/e5-base-v2',
  'e5-large-v2': 'Xenova/e5-large-v2',
  'multilingual-e5-small': 'Xenova/multilingual-e5-small',
  'multilingual-e5-base': 'Xenova/multilingual-e5-base',
  'multilingual-e5-large': 'Xenova/multilingual-e5-large',
  'gte-small': 'Xenova/gte-small',
  'gte-base': 'Xenova/gte-base',
  'gte-large': 'Xenova/gte-large',
  'nomic-embed-text-v1.5': 'nomic-ai/nomic-embed-text-v1.5',
  'mxbai-embed-large-v1': 'mixedbread-ai/mxbai-embed-large-v1',
};

/** The model for CONFLICT_JUDGE=nli: an int8 cross-encoder of natural language inference (Apache-2.0). */
export const NLI_MODEL = { name: 'nli', repository: 'Xenova/nli-deberta-v3-xsmall' };

interface HubModel {
  /** Of the folder that it is installed in. */
  name: string;
  /** Such as `Xenova/gte-small`. */
  repository: string;
}

const REPOSITORY = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/;
const MAX_REPOSITORY = 200;

/** Finds a model by a name of the catalog, or by a repository of the hub. Throws `StartProblem` for anything else. */
export function findModel(given: string): HubModel {
  if (given.toLowerCase() === NLI_MODEL.name) return NLI_MODEL;
  const known = Object.entries(CATALOG).find(([name]) => name.toLowerCase() === given.toLowerCase());
  if (known !== undefined) return { name: known[0], repository: known[1] };
  if (given.length <= MAX_REPOSITORY && REPOSITORY.test(given))
    return { name: given.slice(given.indexOf('/') + 1), repository: given };
  throw new StartProblem(
    `There is no model "${given}": give a name that \`npm run model -- list\` shows, or a repository such as owner/name`,
  );
}

const REQUIRED = ['config.json', 'tokenizer.json'];
const OPTIONAL = [
  'tokenizer_config.json',
  'modules.json',
  'sentence_bert_config.json',
  '1_Pooling/config.json',
];
/** In the order of preference: int8 is half the work of float32, at nearly the same vectors. */
const INT8 = 'onnx/model_quantized.onnx';
const ONNX = [INT8, 'onnx/model_int8.onnx', 'onnx/model.onnx', 'model.onnx'];

/** The files to fetch, by their names in the folder. Throws `StartProblem` if the repository lacks one. */
export function filesOf(repository: string, published: readonly string[]): Map<string, string> {
  const missing = REQUIRED.filter((file) => !published.includes(file));
  const model = ONNX.find((file) => published.includes(file));
  if (model === undefined) missing.push(INT8);
  if (model === undefined || missing.length > 0) {
    throw new StartProblem(
      `${repository} holds no ${missing.join(', ')}: choose a repository of an ONNX sentence-transformer or NLI model`,
    );
  }
  const plain = [...REQUIRED, ...OPTIONAL.filter((file) => published.includes(file))];
  // Weights above 2 GB are in a file beside the model, which names it.
  const weights = published.filter((file) => file.startsWith(`${model}_data`));
  const files = new Map([...plain, ...weights].map((file) => [file, file]));
  return files.set(model === 'onnx/model_int8.onnx' ? INT8 : model, model);
}

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
    const isNli = kindOfModel(folder) === 'nli';
    const model = isNli ? await CrossEncoder.load(folder, 1) : await SentenceModel.load(folder, 1);
    await model.dispose();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
