import { atxHeading, closesFence, isNoParagraph, openingFence, setextLevel } from './markdown-sections';

describe('a heading of Markdown', () => {
  it.each([
    ['# One', 1, 'One'],
    ['   ###### Six ##', 6, 'Six'],
    ['## C#', 2, 'C#'],
    ['#', 1, ''],
    ['### ###', 3, ''],
    ['# A **bold** `word` of [a link](http://x)', 1, 'A bold word of a link'],
  ])('%j is of level %i: %j', (line, level, text) => expect(atxHeading(line)).toEqual({ level, text }));

  it.each(['#hashtag', '####### Seven', '    # code', 'a # b', ''])('is not %j', (line) =>
    expect(atxHeading(line)).toBeNull(),
  );

  it('is found at once in a hostile line', () => {
    expect(atxHeading(`# ${' #'.repeat(8_000)}x`)?.text).toMatch(/^# # #/);
  });
});

it.each([
  ['===', 1],
  ['   -', 2],
  ['=-=', null],
  ['    ---', null],
])('the line %j under a paragraph makes a heading of level %s', (line, level) =>
  expect(setextLevel(line)).toBe(level),
);

it.each(['- item', '1. item', '> quoted', '| cell', '    code'])('%j is no paragraph', (line) =>
  expect(isNoParagraph(line)).toBe(true),
);

it.each(['text', '-5 degrees', '1.5 metres', '*emphasis* first'])('%j is a paragraph', (line) =>
  expect(isNoParagraph(line)).toBe(false),
);

describe('fenced code', () => {
  it('ends at a fence of its own kind that is as long', () => {
    const fence = openingFence('~~~~ ruby');
    expect(fence).toEqual({ mark: '~', length: 4 });
    expect(
      ['~~~~', '~~~~~', '~~~', '````', '~~~~ x'].map((line) => fence && closesFence(line, fence)),
    ).toEqual([true, true, false, false, false]);
  });

  it('is not begun by code within a line', () => {
    expect(openingFence('``` code ``` in a line')).toBeNull();
  });
});
