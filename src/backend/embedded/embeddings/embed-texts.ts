import { EmbedderTimeout, TextsRefused } from '../../../inference/embedder';

/** A text is cut in half this often before it is given up. */
const MAX_CUTS = 5;

/** Embeds texts with one call; throws `TextsRefused` where the model does not take them as they are. */
export type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

/**
 * Adds the vectors of texts to `found`, as far as the model takes them. A refused batch is divided; of a text that is
 * refused alone the beginning is embedded, if a part of it is taken. After other errors `found` holds what was
 * finished.
 */
export async function embedTexts(
  texts: readonly string[],
  embed: Embed,
  found: Map<string, Float32Array>,
): Promise<void> {
  if (texts.length === 0) return;
  try {
    add(await embed(texts), texts, found);
    return;
  } catch (error) {
    if (error instanceof EmbedderTimeout) {
      add(error.finished, texts, found);
    }
    if (!(error instanceof TextsRefused)) throw error;
  }
  const [only] = texts;
  if (only !== undefined && texts.length === 1) return embedBeginning(only, embed, found);
  const middle = Math.ceil(texts.length / 2);
  await embedTexts(texts.slice(0, middle), embed, found);
  await embedTexts(texts.slice(middle), embed, found);
}

function add(
  vectors: Pick<ReadonlyMap<number, Float32Array>, 'forEach'> | readonly Float32Array[],
  texts: readonly string[],
  found: Map<string, Float32Array>,
): void {
  vectors.forEach((vector: Float32Array, place: number) => found.set(texts[place] ?? '', vector));
}

async function embedBeginning(text: string, embed: Embed, found: Map<string, Float32Array>): Promise<void> {
  let left = [...text];
  for (let cut = 0; cut < MAX_CUTS && left.length > 1; cut++) {
    left = left.slice(0, Math.ceil(left.length / 2));
    try {
      const [vector] = await embed([left.join('')]);
      if (vector) found.set(text, vector);
      return;
    } catch (error) {
      if (!(error instanceof TextsRefused)) throw error;
    }
  }
}
