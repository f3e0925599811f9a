import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { EmbedderUnavailable } from './embedder';
import { knownModel, type KnownModel } from './known-models';

export interface ModelFolder {
  /** The ONNX file, relative to the model folder. */
  file: string;
  /** How token vectors are combined; `own`: the model does it itself. */
  pooling: 'mean' | 'cls' | 'own';
  /** Longer texts are truncated. */
  maxTokens: number;
  /** The token that fills short texts of a batch. */
  paddingId: number;
}

type Json = Readonly<Record<string, unknown>>;

const ONNX_FILES = ['onnx/model.onnx', 'onnx/model_quantized.onnx', 'model.onnx', 'model_quantized.onnx'];

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
  const known = knownModel(path);
  return {
    file: await findOnnxFile(path),
    pooling: await readPooling(path, known),
    maxTokens: await readMaxTokens(path, config, known),
    paddingId: typeof config.pad_token_id === 'number' ? config.pad_token_id : 0,
  };
}

async function findOnnxFile(path: string): Promise<string> {
  for (const file of ONNX_FILES) {
    if (await exists(join(path, file))) return file;
  }
  return unusable('it holds no onnx/model.onnx or onnx/model_quantized.onnx');
}

/** The pooling of the model's files, else the known one of the model, else the usual one. */
async function readPooling(path: string, known: KnownModel | null): Promise<ModelFolder['pooling']> {
  const modules: unknown = await readJson(path, 'modules.json');
  const types = Array.isArray(modules) ? modules.map((each: Json) => String(each.type)) : [];
  if (types.some((type) => !KNOWN_MODULES.test(type))) return 'own';
  const config = await readJson(path, '1_Pooling/config.json');
  const modes = Object.entries(config ?? {}).flatMap(([name, value]) =>
    name.startsWith('pooling_mode_') && value === true ? [name.slice('pooling_mode_'.length)] : [],
  );
  if (modes.length === 0) return known?.pooling ?? 'mean';
  if (modes.join() === 'mean_tokens') return 'mean';
  return modes.join() === 'cls_token' ? 'cls' : 'own';
}

async function readMaxTokens(path: string, config: Json, known: KnownModel | null): Promise<number> {
  const tokenizer = await readJson(path, 'tokenizer_config.json');
  const sentence = await readJson(path, 'sentence_bert_config.json');
  const positions = config.max_position_embeddings;
  const offset = OFFSET_POSITIONS.has(config.model_type) ? 2 : 0;
  const limits = [
    sentence?.max_seq_length ?? known?.maxTokens,
    // Many published models write 10^30 for "unknown".
    tokenizer?.model_max_length,
    typeof positions === 'number' ? positions - offset : null,
  ].filter((each) => typeof each === 'number' && each > 2 && each <= 1e9) as number[];
  return Math.min(MOST_TOKENS, ...(limits.length === 0 ? [USUAL_TOKENS] : limits));
}

/** Null if there is no such file. Throws `EmbedderUnavailable`, with the name of the file, if it is not JSON. */
export async function readJson(path: string, name: string): Promise<Json | null> {
  const text = await readFile(join(path, name), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Json | null) : null;
  } catch {
    return unusable(`its ${name} is not valid JSON (cut off or damaged): install or copy the model again`);
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

interface InstalledModel {
  /** Of the folder. */
  name: string;
  installedAt: Date;
  kind: ModelKind;
}

/** What a model is for: vectors of texts, or how two texts relate. */
export type ModelKind = 'embedding' | 'nli';

/** The kind of a model by its config.json. */
export function kindOfModel(path: string): ModelKind {
  const config = readFileSync(join(path, 'config.json'), 'utf8');
  return CLASSIFIER.test(config) ? 'nli' : 'embedding';
}

const CLASSIFIER = /"architectures"\s*:\s*\[\s*"\w{1,100}ForSequenceClassification"/;

/** Absolute path of the folder of installed models. */
export function modelsDirOf(dataDir: string): string {
  return resolve(dataDir, 'models');
}

/** The models in the data directory, the one installed last first. A folder without config.json is none. */
export function installedModels(dataDir: string): InstalledModel[] {
  const folder = modelsDirOf(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'config.json')))
    .map((name) => {
      const path = join(folder, name);
      return { name, installedAt: statSync(path).mtime, kind: kindOfModel(path) };
    })
    .sort((a, b) => b.installedAt.getTime() - a.installedAt.getTime() || (a.name < b.name ? -1 : 1));
}
