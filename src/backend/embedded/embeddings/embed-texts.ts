import { TextsRefused } from '../../../inference/embedder';

/** A text is cut in half this often before it is given up. */
const MAX_CUTS = 5;

/** Embeds texts with one call; throws `TextsRefused` where the model does not take them as they are. */
export type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

/**
 * Embeds texts as far as the model takes them. A batch that is refused is divided, so that one text does not
 * stand in the way of the others; a text that is refused alone is longer than the model reads, so its
 * beginning is embedded instead. Null for one of which not even a small part is taken. Other errors pass.
 */
export async function embedTexts(texts: readonly string[], embed: Embed): Promise<(Float32Array | null)[]> {
  if (texts.length === 0) return [];
  try {
    return await embed(texts);
  } catch (error) {
    if (!(error instanceof TextsRefused)) throw error;
  }
  const [only] = texts;
  if (only !== undefined && texts.length === 1) return [await embedBeginning(only, embed)];
  const middle = Math.ceil(texts.length / 2);
  return [
    ...(await embedTexts(texts.slice(0, middle), embed)),
    ...(await embedTexts(texts.slice(middle), embed)),
  ];
}

async function embedBeginning(text: string, embed: Embed): Promise<Float32Array | null> {
  let left = [...text];
  for (let cut = 0; cut < MAX_CUTS && left.length > 1; cut++) {
    left = left.slice(0, Math.ceil(left.length / 2));
    try {
      const [vector] = await embed([left.join('')]);
      return vector ?? null;
    } catch (error) {
      if (!(error instanceof TextsRefused)) throw error;
    }
  }
  return null;
}
