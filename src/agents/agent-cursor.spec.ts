import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './agent';

const cursors = fc.record({
  createdAt: fc.date({ min: new Date(0), noInvalidDate: true }),
  agentId: fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/),
});

describe('agent cursors', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
      }),
    );
  });

  it('are safe in a query', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(encodeCursor(cursor)).toMatch(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });

  it('are not read from any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cursor = decodeCursor(text);
        expect(cursor === null || encodeCursor(cursor) === text).toBe(true);
      }),
    );
  });

  it.each(['1', '1:', ':a', '-1:a', '1:a b', '01:a', '1.5:a', '9999999999999999:a'])(
    'are refused where they hold %j',
    (text) => {
      expect(decodeCursor(Buffer.from(text).toString('base64url'))).toBeNull();
    },
  );
});
