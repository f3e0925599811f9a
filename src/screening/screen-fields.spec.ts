import { screenFields, type ScreeningPolicy } from './screen-fields';

const TOKEN = `ghp_${'Zq7'.repeat(12)}`;
const CARD = '4111 1111 1111 1111';
const REDACT: ScreeningPolicy = { credentials: 'redact', personal: 'off' };

const screened = (fields: object, policy: Partial<ScreeningPolicy> = {}) =>
  screenFields(fields as Record<string, unknown>, { ...REDACT, ...policy });

it('what holds nothing stays the same object', () => {
  const fields = { content: 'Likes tea', tags: ['a'], metadata: { n: 1, list: ['x'], none: null } };
  expect(screened(fields).fields).toBe(fields);
});

it('a value of metadata is judged with its name', () => {
  const metadata = { password: 'hunter2x', port: 5432, list: ['x'], pin: 48213 };
  expect(screened({ metadata }).fields.metadata).toEqual({
    password: '[secret: password]',
    port: 5432,
    list: ['x'],
    pin: '[secret: pin]',
  });
});

it('ids in metadata are no secrets, whatever stands before them', () => {
  const id = '550e8400-e29b-41d4-a716-446655440000';
  const metadata = { key: id, session_id: id, source_ref: id, token_id: id, ids: [id] };
  expect(screened({ metadata }).fields.metadata).toBe(metadata);
});

it('names of metadata, and identifiers, cannot be replaced', () => {
  const { refused } = screened({ source_ref: TOKEN, metadata: { [TOKEN]: 1 } });
  expect(refused.map(({ field }) => field)).toEqual(['source_ref', 'metadata (a name)']);
});

it('a derived title is left to be derived again', () => {
  const content = `${'a'.repeat(40)} ${TOKEN}`;
  const title = content.slice(0, 50);
  const { fields } = screened({ title, titleDerived: true, content });
  expect(fields).toMatchObject({ title, content: `${'a'.repeat(40)} [secret: github-token]` });
});

it('labels keep to their length, and equal ones become one', () => {
  const tags = ['a', `${TOKEN} x`, `${TOKEN} x`, `${'b '.repeat(20)}${TOKEN.slice(0, 24)}`];
  const { tags: after } = screened({ tags }).fields as { tags: string[] };
  expect(after.filter((tag) => tag === '[secret: github-token] x')).toHaveLength(1);
  expect(after.every((tag) => tag.length <= 64)).toBe(true);
});

it('personal data have a setting of their own', () => {
  const content = `Card ${CARD}, token ${TOKEN}`;
  const only = screened({ content }, { credentials: 'off', personal: 'redact' });
  expect(only.fields.content).toBe(`Card [secret: card], token ${TOKEN}`);
  const both = screened({ content }, { personal: 'warn' });
  expect(both.fields.content).toBe(`Card ${CARD}, token [secret: github-token]`);
  expect([both.redacted, both.warned].map(([place]) => place?.kind)).toEqual(['github-token', 'card']);
});

it('places are those of the text as it was sent', () => {
  const content = `Token ${TOKEN}, card ${CARD}`;
  const { refused, fields } = screened({ content }, { credentials: 'redact', personal: 'block' });
  const [place] = refused;
  expect(content.slice(place?.start, place?.end)).toBe(CARD);
  expect(JSON.stringify(refused)).not.toContain('4111');
  expect(fields.content).not.toContain(TOKEN);
});

it('nothing is looked for where both are off', () => {
  const fields = { content: TOKEN, source_ref: TOKEN };
  expect(screened(fields, { credentials: 'off' })).toEqual({ fields, redacted: [], warned: [], refused: [] });
});

it('long titles and labels of earlier versions stay whole where nothing is found', () => {
  const fields = { title: `${'t'.repeat(100)}...`, tags: ['a'.repeat(500), 'b', 'b'] };
  expect(screened(fields).fields).toBe(fields);
  expect(screened({ title: `${'t'.repeat(90)} ${TOKEN}` }).fields.title).toHaveLength(100);
});
