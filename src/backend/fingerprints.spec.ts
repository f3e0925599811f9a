import { contentKey, Fingerprints, formerContentKey } from './fingerprints';

const withSecret = (secret: string) => new Fingerprints({ SERVICE_SECRET_KEY: secret, DATA_DIR: '/nowhere' });
const keys = ['Likes tea', ' likes  TEA ', 'Likes coffee'].map(contentKey);

describe('the fingerprint of a content', () => {
  it('is that of every content that says the same in the same words, and of no other', async () => {
    const [tea, same, coffee] = await withSecret('one-secret-of-the-service').of(keys);
    expect(tea).toMatch(/^[0-9a-f]{64}$/);
    expect(same).toBe(tea);
    expect(coffee).not.toBe(tea);
  });

  it('does not follow from the content without the secret', async () => {
    const ours = await withSecret('one-secret-of-the-service').of(keys);
    const theirs = await withSecret('another-secret-than-ours').of(keys);
    expect(ours.filter((each) => theirs.includes(each))).toEqual([]);
  });

  it('shows a deleted content, also where an earlier version deleted it', async () => {
    const fingerprints = withSecret('one-secret-of-the-service');
    const [content, again] = ['The number is 123-45-6789', 'the number is 123456789'];
    for (const [key, written] of [
      [contentKey(content), again],
      [formerContentKey(content), content],
    ] as const) {
      const deleted = new Set(await fingerprints.of([key]));
      const found = await fingerprints.deletedOf([{ content: written }], () => Promise.resolve(deleted));
      expect(found).toEqual(new Set([contentKey(content)]));
    }
  });
});
