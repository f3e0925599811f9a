import { EmbedderUnavailable } from './embedder';
import { RELATIONS } from './entailment';
import { readJson, readModelFolder, type ModelFolder } from './model-folder';
import { inputsOf, type LoadedModel, loadModel, type Tokenizer, unusable } from './onnx-model';

/** Of one text so many UTF-16 units are read at first; half of them if the pair is too long for the model. */
const MOST_TEXT = 2_000;
const LEAST_TEXT = 30;

/** A cross-encoder with the classes contradiction, entailment and neutral, in memory, loaded from a local folder. */
export class CrossEncoder {
  private constructor(
    private readonly loaded: LoadedModel,
    private readonly folder: ModelFolder,
    private readonly classes: readonly number[],
  ) {}

  /** `threads`: processors per run. Throws `EmbedderUnavailable`, with the reason. */
  static async load(path: string, threads: number): Promise<CrossEncoder> {
    const folder = await readModelFolder(path);
    const classes = classesOf((await readJson(path, 'config.json'))?.id2label);
    const model = new CrossEncoder(await loadModel(path, folder, threads), folder, classes);
    await model.relate('probe', 'probe').catch((error: unknown) => unusable(folder.file, error, path));
    return model;
  }

  /** Probabilities in the order of `RELATIONS`. */
  async relate(premise: string, hypothesis: string): Promise<Float32Array> {
    const { ids, types } = pairTokens(this.loaded.tokenizer, [premise, hypothesis], this.folder.maxTokens);
    const { onnx, session } = this.loaded;
    const rows = { texts: [ids], types: [types], padding: this.folder.paddingId };
    const { logits } = await session.run(inputsOf(onnx, session, rows));
    if (!logits) throw new Error('it gives no logits');
    const shares = softmax(logits.data as Float32Array);
    const known = this.classes.map((at) => shares[at] ?? NaN);
    if (known.some((share) => !Number.isFinite(share))) throw new Error('its logits are no three numbers');
    return Float32Array.from(known);
  }

  async dispose(): Promise<void> {
    await this.loaded.session.release();
  }
}

/** Places of the classes in the output, in the order of `RELATIONS`. */
function classesOf(labels: unknown): number[] {
  const names = Object.entries(labels ?? {}).map(
    ([at, name]) => [Number(at), String(name).toLowerCase()] as const,
  );
  return RELATIONS.map((relation) => {
    const found = names.find(([, name]) => name === relation);
    if (found === undefined)
      throw new EmbedderUnavailable(
        `The NLI model cannot be used: its config.json names no class ${relation}`,
      );
    return found[0];
  });
}

function pairTokens(
  tokenizer: Tokenizer,
  [premise, hypothesis]: readonly [string, string],
  maxTokens: number,
): { ids: number[]; types: number[] } {
  for (let length = MOST_TEXT; ; length /= 2) {
    const options = { text_pair: hypothesis.slice(0, length), return_token_type_ids: true };
    const { ids, token_type_ids: types = [] } = tokenizer.encode(premise.slice(0, length), options);
    if (ids.length <= maxTokens) return { ids, types };
    if (length < LEAST_TEXT) return { ids: ids.slice(0, maxTokens), types };
  }
}

function softmax(logits: Float32Array): number[] {
  const most = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
