import { Embedder, EmbedderUnavailable } from './embedder';

/** Where no model is configured: recall goes by words alone. */
export class NoEmbedder extends Embedder {
  readonly model = null;

  async embed(): Promise<Float32Array[]> {
    throw new EmbedderUnavailable('No embedding model is configured');
  }
}
