import { parseConversation } from './conversation-file.ts';

describe('a conversation', () => {
  const expected = [
    { role: 'user', content: 'I prefer tabs.' },
    { role: 'assistant', content: 'Noted.' },
  ];

  it('is a list of messages, an object with one, or a message on each line', () => {
    expect(parseConversation(JSON.stringify(expected))).toEqual(expected);
    expect(parseConversation(JSON.stringify({ messages: expected }, null, 2))).toEqual(expected);
    expect(parseConversation(expected.map((each) => JSON.stringify(each)).join('\n'))).toEqual(expected);
  });

  it('is a transcript of Claude Code', () => {
    const lines = [
      { type: 'file-history-snapshot', messageId: 'm' },
      { type: 'user', message: { role: 'user', content: 'I prefer tabs.' } },
      { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Noted.' }] } },
    ];
    expect(parseConversation(lines.map((each) => JSON.stringify(each)).join('\n'))).toEqual(expected);
  });

  it('is text with names, in which other lines belong to the one before', () => {
    expect(parseConversation('Ana Silva: I prefer tabs.\nIn Go at least.\nassistant: Noted.')).toEqual([
      { role: 'Ana Silva', content: 'I prefer tabs.\nIn Go at least.' },
      { role: 'assistant', content: 'Noted.' },
    ]);
    expect(parseConversation('Just a note: see https://example.com')).toEqual([
      { role: 'Just a note', content: 'see https://example.com' },
    ]);
    expect(parseConversation('We decided to use PostgreSQL')).toEqual([
      { role: 'user', content: 'We decided to use PostgreSQL' },
    ]);
  });

  it('is refused with the place of what is wrong', () => {
    expect(() => parseConversation('[{"role": "user"}]')).toThrow('Message 1 has no "role" and "content"');
    expect(() => parseConversation('{"role": "user", "content": "x"}\nno JSON')).toThrow(
      'Line 2 is not JSON',
    );
    expect(() => parseConversation('[1,')).toThrow('not valid JSON');
  });
});
