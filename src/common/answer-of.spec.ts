import { answerOf } from './answer-of';
import { Shown } from './fields';
import { withProperties } from './with-properties';

class Row extends withProperties({
  row_id: Shown('The row', 'a'),
  created_at: Shown('When it was made', '2026-05-01T12:00:00.000Z', { type: String, nullable: true }),
}) {}

class CountedRow extends withProperties(Row, {
  item_count: Shown('How many', 2),
}) {}

describe('answerOf', () => {
  const source = { rowId: 'a', createdAt: new Date('2026-05-01T12:00:00Z'), itemCount: 2, secret: 'no' };

  it('takes the declared and inherited properties only, and writes times as text', () => {
    const answer = { row_id: 'a', created_at: '2026-05-01T12:00:00.000Z', item_count: 2 };
    expect(answerOf(CountedRow, source)).toStrictEqual(answer);
  });

  it('does not give a class the properties of its subclasses', () => {
    expect(answerOf(Row, { ...source, createdAt: null })).toStrictEqual({ row_id: 'a', created_at: null });
  });
});
