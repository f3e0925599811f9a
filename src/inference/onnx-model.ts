import { join } from 'node:path';
import { LOCAL_MODEL_MISSING, requireLocalModelLibrary } from '../config/local-model-library';
import { EmbedderUnavailable } from './embedder';
import { readJson, type ModelFolder } from './model-folder';

export interface LoadedModel {
  onnx: OnnxLibrary;
  tokenizer: Tokenizer;
  session: Session;
}

/** `threads`: processors per run. Throws `EmbedderUnavailable`, with the reason. */
export async function loadModel(path: string, folder: ModelFolder, threads: number): Promise<LoadedModel> {
  const onnx = requireLibrary('onnxruntime-node') as OnnxLibrary;
  const tokenizer = await loadTokenizer(path);
  return { onnx, tokenizer, session: await loadSession(onnx, path, folder, threads) };
}

/** Token ids of texts, with their types where they are pairs; shorter texts are filled with `padding`. */
export interface TokenRows {
  texts: readonly (readonly number[])[];
  types?: readonly (readonly number[])[];
  padding: number;
}

/** The inputs of the model. Throws an error with the name of one that is not supported. */
export function inputsOf(
  onnx: OnnxLibrary,
  session: Session,
  { texts, types, padding }: TokenRows,
): Record<string, Tensor> {
  const longest = Math.max(1, ...texts.map((ids) => ids.length));
  const dims = [texts.length, longest];
  const tensor = (valueAt: (row: number, place: number) => number) => {
    const values = new BigInt64Array(texts.length * longest);
    for (let row = 0; row < texts.length; row++)
      for (let place = 0; place < longest; place++)
        values[row * longest + place] = BigInt(valueAt(row, place));
    return new onnx.Tensor('int64', values, dims);
  };
  const inputs: Record<string, () => Tensor> = {
    input_ids: () => tensor((row, place) => texts[row]?.[place] ?? padding),
    attention_mask: () => tensor((row, place) => (place < (texts[row]?.length ?? 0) ? 1 : 0)),
    token_type_ids: () => tensor((row, place) => types?.[row]?.[place] ?? 0),
  };
  return Object.fromEntries(
    session.inputNames.map((name) => {
      const input = inputs[name];
      if (!input) throw new Error(`it needs the input ${name}, which is not supported`);
      return [name, input()];
    }),
  );
}

async function loadTokenizer(path: string): Promise<Tokenizer> {
  const library = requireLibrary('@huggingface/tokenizers') as TokenizersLibrary;
  const [description, config] = await Promise.all([
    readJson(path, 'tokenizer.json'),
    // Some models are published without it; `tokenizer.json` describes all that changes the tokens.
    readJson(path, 'tokenizer_config.json'),
  ]);
  try {
    return new library.Tokenizer(description ?? {}, config ?? {});
  } catch (error) {
    return unusable('tokenizer.json', error, path);
  }
}

async function loadSession(
  onnx: OnnxLibrary,
  path: string,
  { file }: ModelFolder,
  threads: number,
): Promise<Session> {
  try {
    return await onnx.InferenceSession.create(join(path, file), {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      // Both keep memory for shapes of earlier runs, and texts have all lengths.
      enableCpuMemArena: false,
      enableMemPattern: false,
      // Errors only: they are thrown too.
      logSeverityLevel: 3,
    });
  } catch (error) {
    return unusable(file, error, path);
  }
}

function requireLibrary(name: 'onnxruntime-node' | '@huggingface/tokenizers'): unknown {
  try {
    return requireLocalModelLibrary(name);
  } catch (error) {
    throw new EmbedderUnavailable(loadProblem(name, error));
  }
}

/** Why the library cannot be loaded. */
export function loadProblem(name: string, error: unknown): string {
  const missing =
    error instanceof Error && 'code' in error && String(error.code).endsWith('MODULE_NOT_FOUND');
  if (missing) return LOCAL_MODEL_MISSING;
  return `The library ${name} cannot be loaded: ${reasonOf(error, null)}`;
}

export function unusable(file: string, error: unknown, path: string): never {
  throw new EmbedderUnavailable(
    `The embedding model cannot be loaded: ${file} of its folder is not usable (${reasonOf(error, path)}). ` +
      'Install or copy the model again',
  );
}

/** The first line, without the path of the folder. */
function reasonOf(error: unknown, path: string | null): string {
  const line = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  return (path === null ? line : line.replaceAll(path, 'the folder')).slice(0, 200);
}

/** The used part of `onnxruntime-node`; its own types come with the optional library. */
export interface OnnxLibrary {
  InferenceSession: { create(file: string, options: SessionOptions): Promise<Session> };
  Tensor: new (type: 'int64', values: BigInt64Array, dims: readonly number[]) => Tensor;
}

interface TokenizersLibrary {
  Tokenizer: new (description: object, config: object) => Tokenizer;
}

export interface Tensor {
  dims: readonly number[];
  data: unknown;
}

export interface Session {
  readonly inputNames: readonly string[];
  run(inputs: Record<string, Tensor>): Promise<Record<string, Tensor | undefined>>;
  release(): Promise<void>;
}

interface SessionOptions {
  intraOpNumThreads: number;
  interOpNumThreads: number;
  executionMode: 'sequential';
  enableCpuMemArena: boolean;
  enableMemPattern: boolean;
  logSeverityLevel: number;
}

/** The used part of `@huggingface/tokenizers`; its own types come with the optional library. */
export interface Tokenizer {
  /** Encodes a text with the special tokens of the model. */
  encode(
    text: string,
    options?: { text_pair: string; return_token_type_ids: boolean },
  ): { ids: number[]; token_type_ids?: number[] };
}
