import { StartProblem } from '../../common/start-problem';

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

export interface HubModel {
  /** Of the folder that it is installed in. */
  name: string;
  /** Such as `Xenova/gte-small`. */
  repository: string;
}

const REPOSITORY = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/;
const MAX_REPOSITORY = 200;

/** By a name of the catalog, or by a repository of the hub. Throws `StartProblem` for anything else. */
export function findModel(given: string): HubModel {
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

/** The files to fetch, by what they are called in the folder. Throws `StartProblem` if the repository lacks one. */
export function filesOf(repository: string, published: readonly string[]): Map<string, string> {
  const missing = REQUIRED.filter((file) => !published.includes(file));
  const model = ONNX.find((file) => published.includes(file));
  if (model === undefined) missing.push(INT8);
  if (model === undefined || missing.length > 0) {
    throw new StartProblem(
      `${repository} holds no ${missing.join(', ')}: choose a repository of an ONNX sentence-transformer`,
    );
  }
  const plain = [...REQUIRED, ...OPTIONAL.filter((file) => published.includes(file))];
  // Weights above 2 GB are in a file beside the model, which names it.
  const weights = published.filter((file) => file.startsWith(`${model}_data`));
  const files = new Map([...plain, ...weights].map((file) => [file, file]));
  return files.set(model === 'onnx/model_int8.onnx' ? INT8 : model, model);
}
