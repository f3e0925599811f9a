import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { EmbedderUnavailable } from './embedder';

export interface ModelFolder {
  /** The folder of the ONNX file, relative to the model folder. */
  subfolder: string;
  /** The library's name of the number format, which determines the file name. */
  dtype: 'fp32' | 'q8';
  /** How token vectors are combined; `own`: the model does it itself. */
  pooling: 'mean' | 'cls' | 'own';
  /** Longer texts are truncated. */
  maxTokens: number;
}

type Json = Readonly<Record<string, unknown>>;

const ONNX_FILES = [
  { subfolder: 'onnx', name: 'model.onnx', dtype: 'fp32' },
  { subfolder: 'onnx', name: 'model_quantized.onnx', dtype: 'q8' },
  { subfolder: '', name: 'model.onnx', dtype: 'fp32' },
  { subfolder: '', name: 'model_quantized.onnx', dtype: 'q8' },
] as const;

/** Attention needs memory quadratic in the tokens: about 200 MB for a text of this length. */
const MOST_TOKENS = 2_048;
/** The default of the BERT family. */
const USUAL_TOKENS = 512;
/** Models that reserve two positions for padding. */
const OFFSET_POSITIONS: ReadonlySet<unknown> = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet']);
const KNOWN_MODULES = /\.(Transformer|Pooling|Normalize)$/;

/** How to run the sentence-transformer in a folder. Throws `EmbedderUnavailable` if the folder contains none. */
export async function readModelFolder(path: string): Promise<ModelFolder> {
  // A name that is no path belongs to a server that made the vectors in use.
  if (!isAbsolute(path) || !(await exists(path))) unusable('there is no such folder');
  const config = await readJson(path, 'config.json');
  if (config === null) unusable('it holds no config.json');
  if (!(await exists(join(path, 'tokenizer.json')))) unusable('it holds no tokenizer.json');
  const { subfolder, dtype } = await findOnnxFile(path);
  return { subfolder, dtype, pooling: await readPooling(path), maxTokens: await readMaxTokens(path, config) };
}

async function findOnnxFile(path: string): Promise<Pick<ModelFolder, 'subfolder' | 'dtype'>> {
  for (const file of ONNX_FILES) {
    if (await exists(join(path, file.subfolder, file.name))) return file;
  }
  return unusable('it holds no onnx/model.onnx or onnx/model_quantized.onnx');
}

async function readPooling(path: string): Promise<ModelFolder['pooling']> {
  const modules: unknown = await readJson(path, 'modules.json');
  const types = Array.isArray(modules) ? modules.map((each: Json) => String(each.type)) : [];
  if (types.some((type) => !KNOWN_MODULES.test(type))) return 'own';
  const config = await readJson(path, '1_Pooling/config.json');
  const modes = Object.entries(config ?? {}).flatMap(([name, value]) =>
    name.startsWith('pooling_mode_') && value === true ? [name.slice('pooling_mode_'.length)] : [],
  );
  if (modes.length === 0 || modes.join() === 'mean_tokens') return 'mean';
  return modes.join() === 'cls_token' ? 'cls' : 'own';
}

async function readMaxTokens(path: string, config: Json): Promise<number> {
  const tokenizer = await readJson(path, 'tokenizer_config.json');
  const sentence = await readJson(path, 'sentence_bert_config.json');
  const positions = config.max_position_embeddings;
  const offset = OFFSET_POSITIONS.has(config.model_type) ? 2 : 0;
  const limits = [
    sentence?.max_seq_length,
    // Many published models write 10^30 for "unknown".
    tokenizer?.model_max_length,
    typeof positions === 'number' ? positions - offset : null,
  ].filter((each) => typeof each === 'number' && each > 2 && each <= 1e9) as number[];
  return Math.min(MOST_TOKENS, ...(limits.length === 0 ? [USUAL_TOKENS] : limits));
}

async function readJson(path: string, name: string): Promise<Json | null> {
  const text = await readFile(join(path, name), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Json | null) : null;
  } catch {
    return unusable(`its ${name} is not valid JSON`);
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function unusable(why: string): never {
  throw new EmbedderUnavailable(`The embedding model's folder cannot be used: ${why}`);
}
