import { join } from 'node:path';
import { LOCAL_MODEL_MISSING, requireLocalModelLibrary } from '../config/local-model-library';
import { EmbedderUnavailable, TextsRefused, vectorFlaw } from './embedder';
import { readJson, readModelFolder, type ModelFolder } from './model-folder';
import { normalized, pool } from './pooling';

/** The vectors of the first texts of a slice. */
export interface EmbeddedSlice {
  vectors: Float32Array[];
  /** Tokens of the run, with the padding. */
  tokens: number;
}

/** A sentence-transformer (Reimers and Gurevych 2019) in memory, loaded from a local folder. */
export class SentenceModel {
  private constructor(
    private readonly onnx: OnnxLibrary,
    private readonly folder: ModelFolder,
    private readonly tokens: TextTokens,
    private readonly session: Session,
  ) {}

  /** `threads`: processors per run. Throws `EmbedderUnavailable`, with the reason. */
  static async load(path: string, threads: number): Promise<SentenceModel> {
    const folder = await readModelFolder(path);
    const onnx = requireLibrary('onnxruntime-node') as OnnxLibrary;
    const tokens = new TextTokens(await loadTokenizer(path), folder.maxTokens);
    const session = await loadSession(onnx, path, folder, threads);
    const loaded = new SentenceModel(onnx, folder, tokens, session);
    // A model that fails on this text fails on all. The first run also allocates what later ones use.
    await loaded.run([tokens.idsOf('probe')]).catch((error: unknown) => unusable(folder.file, error, path));
    return loaded;
  }

  /** Normalized vectors of the first texts that fit into `maxTokens`, at least one. Throws `TextsRefused`. */
  async embed(texts: readonly string[], maxTokens: number): Promise<EmbeddedSlice> {
    try {
      return await this.run(this.firstTexts(texts, maxTokens));
    } catch {
      // The reason may quote a text.
      throw new TextsRefused('The embedding model failed on the texts');
    }
  }

  async dispose(): Promise<void> {
    await this.session.release();
  }

  private firstTexts(texts: readonly string[], maxTokens: number): number[][] {
    const taken: number[][] = [];
    let longest = 0;
    for (const text of texts) {
      const ids = this.tokens.idsOf(text);
      longest = Math.max(longest, ids.length);
      if (taken.length > 0 && longest * (taken.length + 1) > maxTokens) break;
      taken.push(ids);
    }
    return taken;
  }

  private async run(texts: readonly number[][]): Promise<EmbeddedSlice> {
    const longest = Math.max(1, ...texts.map((ids) => ids.length));
    const outputs = await this.session.run(this.inputsOf(texts, longest));
    const vectors = this.vectorsOf(outputs, texts);
    const flaw = vectors.map(vectorFlaw).find((each) => each !== null);
    if (flaw !== undefined) throw new Error(`it gave a vector ${flaw}`);
    return { vectors, tokens: texts.length * longest };
  }

  private inputsOf(texts: readonly number[][], longest: number): Record<string, Tensor> {
    const dims = [texts.length, longest];
    const tensor = (valueAt: (ids: readonly number[], place: number) => number) => {
      const values = new BigInt64Array(texts.length * longest);
      texts.forEach((ids, row) => {
        for (let place = 0; place < longest; place++)
          values[row * longest + place] = BigInt(valueAt(ids, place));
      });
      return new this.onnx.Tensor('int64', values, dims);
    };
    const inputs: Record<string, () => Tensor> = {
      input_ids: () => tensor((ids, place) => ids[place] ?? this.folder.paddingId),
      attention_mask: () => tensor((ids, place) => (place < ids.length ? 1 : 0)),
      token_type_ids: () => tensor(() => 0),
    };
    return Object.fromEntries(
      this.session.inputNames.map((name) => {
        const input = inputs[name];
        if (!input) throw new Error(`it needs the input ${name}, which is not supported`);
        return [name, input()];
      }),
    );
  }

  private vectorsOf(
    outputs: Readonly<Record<string, Tensor | undefined>>,
    texts: readonly number[][],
  ): Float32Array[] {
    const own = outputs.sentence_embedding;
    if (own) {
      const { values, width } = outputOf(own);
      return texts.map((_, i) => normalized(values.subarray(i * width, (i + 1) * width)));
    }
    const hidden = outputs.last_hidden_state ?? outputs.token_embeddings;
    if (!hidden) throw new Error('it gives neither sentence_embedding nor last_hidden_state');
    const { pooling } = this.folder;
    if (pooling === 'own') {
      throw new Error('its vectors need more than mean or CLS pooling, and it gives no sentence_embedding');
    }
    return pool(
      outputOf(hidden),
      texts.map((ids) => ids.length),
      pooling,
    );
  }
}

function outputOf({ data, dims }: Tensor): { values: Float32Array; width: number } {
  return { values: data as Float32Array, width: dims.at(-1) ?? 0 };
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

function unusable(file: string, error: unknown, path: string): never {
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
interface OnnxLibrary {
  InferenceSession: { create(file: string, options: SessionOptions): Promise<Session> };
  Tensor: new (type: 'int64', values: BigInt64Array, dims: readonly number[]) => Tensor;
}

interface TokenizersLibrary {
  Tokenizer: new (description: object, config: object) => Tokenizer;
}

interface Tensor {
  dims: readonly number[];
  data: unknown;
}

interface Session {
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

/** A query waits for one slice of memories at most. */
const SLICE_MS = 40;
/** Tokens in a millisecond before the first measurement: that of a slow processor. */
const FIRST_RATE = 0.5;
/** The weight of the last slice in the moving average. */
const WEIGHT = 0.2;

/** How many tokens a model embeds in `SLICE_MS`, from the slices so far. */
export class SliceBudget {
  private rate = FIRST_RATE;

  get tokens(): number {
    return Math.floor(this.rate * SLICE_MS);
  }

  measured(tokens: number, ms: number): void {
    this.rate += WEIGHT * (tokens / Math.max(ms, 0.1) - this.rate);
  }
}

/** The used part of `@huggingface/tokenizers`; its own types come with the optional library. */
interface Tokenizer {
  /** With the special tokens of the model. */
  encode(text: string): { ids: number[] };
}

/** Turns texts into the token ids that a model reads. */
export class TextTokens {
  /** The ids of an empty text: special tokens alone, such as [CLS] and [SEP]. */
  private readonly frame: readonly number[];

  constructor(
    private readonly tokenizer: Tokenizer,
    private readonly maxTokens: number,
  ) {
    this.frame = tokenizer.encode('').ids;
  }

  /** Truncates a longer text; the special tokens at its end stay, because models are trained with them. */
  idsOf(text: string): number[] {
    const { ids } = this.tokenizer.encode(text);
    if (ids.length <= this.maxTokens) return ids;
    const closing = this.closingTokens(ids);
    return [...ids.slice(0, this.maxTokens - closing.length), ...closing];
  }

  private closingTokens(ids: readonly number[]): number[] {
    let count = 0;
    while (count < this.frame.length && this.frame.at(-1 - count) === ids.at(-1 - count)) count++;
    return ids.slice(ids.length - count);
  }
}
