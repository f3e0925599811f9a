/** The part of `@huggingface/transformers` that a sentence-transformer needs: its own types come with the library. */
export interface TransformersLibrary {
  AutoTokenizer: { from_pretrained(folder: string): Promise<Tokenizer> };
  AutoModel: { from_pretrained(folder: string, options: ModelOptions): Promise<Model> };
  /** The mean of the token vectors that the mask selects. */
  mean_pooling(hidden: Tensor, mask: Tensor): Tensor;
  env: { allowRemoteModels: boolean; useFSCache: boolean; logLevel: number };
  LogLevel: { NONE: number };
}

export interface Tensor {
  dims: number[];
  data: unknown;
  normalize(norm: number, dimension: number): Tensor;
  slice(...indexes: (number | null)[]): Tensor;
}

export type Tokenizer = (
  texts: string[],
  options: { padding: boolean; truncation: boolean; max_length: number },
) => { attention_mask: Tensor };

export interface Model {
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
