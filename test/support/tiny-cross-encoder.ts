import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TINY_MODEL } from './tiny-model';

/** Classes of the output, in their order. */
const LABELS = ['contradiction', 'entailment', 'neutral'];
/** A token that makes a pair neutral, and one that makes it an entailment. Every other pair is a contradiction. */
const NEUTRAL = 'z';
const ENTAILMENT = 'q';

interface TokenizerFile {
  model: { vocab: Record<string, number> };
  post_processor: { pair: unknown };
}

/**
 * An NLI model of a few kilobytes, made here: a pair with the word `z` is neutral, one with `q` an entailment, and every
 * other one a contradiction.
 */
export class TinyCrossEncoder {
  private constructor(readonly path: string) {}

  static async make(): Promise<TinyCrossEncoder> {
    const path = await mkdtemp(join(tmpdir(), 'tiny-nli-'));
    const tokenizer = JSON.parse(await readFile(join(TINY_MODEL, 'tokenizer.json'), 'utf8')) as TokenizerFile;
    const token = (id: string, type_id: number) => ({ SpecialToken: { id, type_id } });
    const text = (id: string, type_id: number) => ({ Sequence: { id, type_id } });
    tokenizer.post_processor.pair = [
      token('[CLS]', 0),
      text('A', 0),
      token('[SEP]', 0),
      text('B', 1),
      token('[SEP]', 1),
    ];
    const config = {
      architectures: ['BertForSequenceClassification'],
      model_type: 'bert',
      max_position_embeddings: 64,
      pad_token_id: 0,
      id2label: Object.fromEntries(LABELS.map((label, at) => [at, label])),
    };
    await mkdir(join(path, 'onnx'));
    await writeFile(join(path, 'config.json'), JSON.stringify(config));
    await writeFile(join(path, 'tokenizer.json'), JSON.stringify(tokenizer));
    await writeFile(join(path, 'onnx/model_quantized.onnx'), onnxModel(logitsOf(tokenizer.model.vocab)));
    return new TinyCrossEncoder(path);
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true });
  }
}

/** A row of logits for each token. */
function logitsOf(vocabulary: Record<string, number>): number[][] {
  const rows = Object.values(vocabulary).map(() => [4, 0, 0]);
  rows[vocabulary[NEUTRAL] ?? -1] = [4, 0, 9];
  rows[vocabulary[ENTAILMENT] ?? -1] = [4, 9, 0];
  return rows;
}

/** Gather, then the largest logits of all tokens. The format: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
function onnxModel(rows: readonly number[][]): Buffer {
  const [FLOAT, INT64, INT, INTS] = [1, 7, 2, 7];
  const attribute = (name: string, ...value: Buffer[]) => field(5, Buffer.concat([field(1, name), ...value]));
  const gather = [field(1, 'table'), field(1, 'input_ids'), field(2, 'rows'), field(4, 'Gather')];
  const largest = [
    field(1, 'rows'),
    field(2, 'logits'),
    field(4, 'ReduceMax'),
    attribute('axes', field(8, 1), field(20, INTS)),
    attribute('keepdims', field(3, 0), field(20, INT)),
  ];
  const table = [
    field(1, rows.length),
    field(1, LABELS.length),
    field(2, FLOAT),
    field(8, 'table'),
    field(9, Buffer.from(Float32Array.from(rows.flat()).buffer)),
  ];
  const value = (name: string, type: number, sizes: readonly string[]) => {
    const shape = Buffer.concat(sizes.map((size) => field(1, field(2, size))));
    const tensor = Buffer.concat([field(1, type), field(2, shape)]);
    return Buffer.concat([field(1, name), field(2, field(1, tensor))]);
  };
  const graph = [
    field(1, Buffer.concat(gather)),
    field(1, Buffer.concat(largest)),
    field(2, 'tiny'),
    field(5, Buffer.concat(table)),
    field(11, value('input_ids', INT64, ['batch', 'tokens'])),
    field(12, value('logits', FLOAT, ['batch', 'classes'])),
  ];
  return Buffer.concat([field(1, 7), field(8, field(2, 11)), field(7, Buffer.concat(graph))]);
}

/** A field of a protocol buffer: a number, or bytes with their length. */
function field(number: number, value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 0x80) return Buffer.from([...bytes, left]);
    bytes.push((left & 0x7f) | 0x80);
  }
}
