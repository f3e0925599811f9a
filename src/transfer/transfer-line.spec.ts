import { BadLine, readHeader, readLine } from './transfer-line';

describe('the header of an export', () => {
  it('is refused when its format is newer than this version', () => {
    expect(() => readHeader('{"kind":"header","format":1}')).not.toThrow();
    expect(() => readHeader('{"kind":"header","format":2}')).toThrow(/format 2.*newer version/);
  });

  it.each(['', 'null', '[]', '{"kind":"agent"}', '{"kind":"header"}', '{"kind":"header","format":"1"}'])(
    'is not %j',
    (text) => {
      expect(() => readHeader(text)).toThrow(BadLine);
    },
  );
});

describe('a line of an export', () => {
  it('is of a known kind', () => {
    expect(readLine('{"kind":"agent","agent_id":"a"}', 2)).toMatchObject({ kind: 'agent', number: 2 });
    expect(() => readLine('{"kind":"other"}', 2)).toThrow('no known kind');
  });

  it.each([0, -1, 1.5, 2 ** 60, '1', null])('is refused as a memory at place %j', (seq) => {
    const text = JSON.stringify({ kind: 'memory', content: 'text', seq });
    expect(() => readLine(text, 2)).toThrow('no place in an order');
  });
});
