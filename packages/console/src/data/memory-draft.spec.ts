import { changedFields, differingFields, type MemoryDraft } from './memory-draft.ts';

const OPENED: MemoryDraft = {
  content: 'Ana lives in Porto.',
  type: 'fact',
  tags: 'people',
  confidence: '0.8',
  about: { from: '', to: '', names: '', key: '', past: '' },
};

describe('what is sent of a form', () => {
  it('is what was changed in it', () => {
    expect(changedFields(OPENED, OPENED)).toEqual({});
    expect(changedFields({ ...OPENED, tags: 'people, cities', confidence: '1' }, OPENED)).toEqual({
      tags: ['people', 'cities'],
      confidence: 1,
    });
  });
});

describe('two versions of a memory', () => {
  const theirs = { ...OPENED, content: 'Ana lives in Lisbon.', type: 'event' } as const;

  it('differ in what was changed here and is other there', () => {
    const mine = { ...OPENED, content: 'Ana lives in Faro.', about: { ...OPENED.about, key: 'home' } };
    expect(differingFields(mine, theirs, OPENED)).toEqual([
      ['Content', 'Ana lives in Lisbon.', 'Ana lives in Faro.'],
      ['Key', '', 'home'],
    ]);
  });

  it('do not differ in what was changed there only, or to the same', () => {
    expect(differingFields({ ...OPENED, content: theirs.content }, theirs, OPENED)).toEqual([]);
  });
});
