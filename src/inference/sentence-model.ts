import { TextsRefused, vectorFlaw } from './embedder';
import { readModelFolder, type ModelFolder } from './model-folder';
import {
  inputsOf,
  loadModel,
  type OnnxLibrary,
  type Session,
  type Tensor,
  type Tokenizer,
  unusable,
} from './onnx-model';
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
    const { onnx, tokenizer, session } = await loadModel(path, folder, threads);
    const tokens = new TextTokens(tokenizer, folder.maxTokens);
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
    const outputs = await this.session.run(
      inputsOf(this.onnx, this.session, { texts, padding: this.folder.paddingId }),
    );
    const vectors = this.vectorsOf(outputs, texts);
    const flaw = vectors.map(vectorFlaw).find((each) => each !== null);
    if (flaw !== undefined) throw new Error(`it gave a vector ${flaw}`);
    return { vectors, tokens: texts.length * longest };
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
