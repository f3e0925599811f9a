import { LOCAL_MODEL_MISSING, requireLocalModelLibrary } from '../config/local-model-library';
import { EmbedderUnavailable, TextsRefused, vectorFlaw } from './embedder';
import { readModelFolder, type ModelFolder } from './model-folder';

/** A sentence-transformer (Reimers and Gurevych 2019) in memory, loaded from a local folder. */
export class SentenceModel {
  private constructor(
    private readonly transformers: TransformersLibrary,
    private readonly folder: ModelFolder,
    private readonly tokenizer: Tokenizer,
    private readonly model: Model,
  ) {}

  /** `threads`: processors per run. Throws `EmbedderUnavailable`, with the reason. */
  static async load(path: string, threads: number): Promise<SentenceModel> {
    const folder = await readModelFolder(path);
    const transformers = loadTransformers();
    try {
      const { subfolder, dtype } = folder;
      const tokenizer = await transformers.AutoTokenizer.from_pretrained(path);
      const model = await transformers.AutoModel.from_pretrained(path, {
        subfolder,
        dtype,
        device: 'cpu',
        session_options: { intraOpNumThreads: threads, interOpNumThreads: 1, executionMode: 'sequential' },
      });
      const loaded = new SentenceModel(transformers, folder, tokenizer, model);
      // A model that fails on this text fails on all.
      await loaded.run(['probe']);
      return loaded;
    } catch (error) {
      throw new EmbedderUnavailable(`The embedding model cannot be loaded: ${reasonOf(error, path)}`);
    }
  }

  /** One normalized vector per text. Throws `TextsRefused`. */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    try {
      return await this.run(texts);
    } catch {
      // The reason may quote a text.
      throw new TextsRefused('The embedding model failed on the texts');
    }
  }

  async dispose(): Promise<void> {
    await this.model.dispose();
  }

  private async run(texts: readonly string[]): Promise<Float32Array[]> {
    const { maxTokens } = this.folder;
    const inputs = this.tokenizer([...texts], { padding: true, truncation: true, max_length: maxTokens });
    const outputs = await this.model(inputs);
    const rows = this.pool(outputs, inputs.attention_mask).normalize(2, -1);
    const vectors = texts.map((_, i) => rowOf(rows, i));
    const flaw = vectors.map(vectorFlaw).find((each) => each !== null);
    if (flaw !== undefined) throw new Error(`it gave a vector ${flaw}`);
    return vectors;
  }

  private pool(outputs: Readonly<Record<string, Tensor | undefined>>, mask: Tensor): Tensor {
    if (outputs.sentence_embedding) return outputs.sentence_embedding;
    const hidden = outputs.last_hidden_state ?? outputs.token_embeddings;
    if (!hidden) throw new Error('it gives neither sentence_embedding nor last_hidden_state');
    switch (this.folder.pooling) {
      case 'mean':
        return this.transformers.mean_pooling(hidden, mask);
      case 'cls':
        return hidden.slice(null, 0);
      case 'own':
        throw new Error('its vectors need more than mean or CLS pooling, and it gives no sentence_embedding');
      default:
        return this.folder.pooling satisfies never;
    }
  }
}

function loadTransformers(): TransformersLibrary {
  const transformers = requireTransformers();
  transformers.env.allowRemoteModels = false;
  transformers.env.useFSCache = false;
  transformers.env.logLevel = transformers.LogLevel.NONE;
  return transformers;
}

function requireTransformers(): TransformersLibrary {
  try {
    return requireLocalModelLibrary() as TransformersLibrary;
  } catch (error) {
    throw new EmbedderUnavailable(loadProblem(error));
  }
}

/** Why the library cannot be loaded. */
export function loadProblem(error: unknown): string {
  const missing =
    error instanceof Error && 'code' in error && String(error.code).endsWith('MODULE_NOT_FOUND');
  if (missing) return LOCAL_MODEL_MISSING;
  return `The library @huggingface/transformers cannot be loaded: ${reasonOf(error, null)}`;
}

function rowOf(rows: Tensor, i: number): Float32Array {
  const width = rows.dims[1] ?? 0;
  // A copy: a view would transfer the whole buffer to the other thread.
  return Float32Array.from((rows.data as Float32Array).subarray(i * width, (i + 1) * width));
}

/** The first line, without the path of the folder. */
function reasonOf(error: unknown, path: string | null): string {
  const line = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  return (path === null ? line : line.replaceAll(path, 'the folder')).slice(0, 200);
}

/** The used part of `@huggingface/transformers`; its own types come with the optional library. */
interface TransformersLibrary {
  AutoTokenizer: { from_pretrained(folder: string): Promise<Tokenizer> };
  AutoModel: { from_pretrained(folder: string, options: ModelOptions): Promise<Model> };
  /** The mean of the token vectors that the mask selects. */
  mean_pooling(hidden: Tensor, mask: Tensor): Tensor;
  env: { allowRemoteModels: boolean; useFSCache: boolean; logLevel: number };
  LogLevel: { NONE: number };
}

interface Tensor {
  dims: number[];
  data: unknown;
  normalize(norm: number, dimension: number): Tensor;
  slice(...indexes: (number | null)[]): Tensor;
}

type Tokenizer = (
  texts: string[],
  options: { padding: boolean; truncation: boolean; max_length: number },
) => { attention_mask: Tensor };

interface Model {
  (inputs: unknown): Promise<Record<string, Tensor | undefined>>;
  dispose(): Promise<unknown>;
}

interface ModelOptions {
  subfolder: string;
  dtype: string;
  device: 'cpu';
  /** Of the ONNX runtime. */
  session_options: { intraOpNumThreads: number; interOpNumThreads: number; executionMode: 'sequential' };
}
