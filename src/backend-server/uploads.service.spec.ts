import { UploadTickets } from './uploads.service';

const at = (minutes: number) => new Date(Date.UTC(2026, 4, 1, 12, minutes));

describe('a ticket for an upload', () => {
  it('is good once', () => {
    const tickets = new UploadTickets();
    const token = tickets.issue('notes', 'a.txt', at(0));
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(tickets.take(token, at(14))).toMatchObject({ namespace: 'notes', fileName: 'a.txt' });
    expect(tickets.take(token, at(14))).toBeNull();
  });

  it('lapses after a quarter of an hour', () => {
    const tickets = new UploadTickets();
    const token = tickets.issue('notes', 'a.txt', at(0));
    expect(tickets.take(token, at(15))).toBeNull();
  });

  it('cannot be guessed, and there are not more of them than fit', () => {
    const tickets = new UploadTickets();
    const tokens = Array.from({ length: 10_001 }, () => tickets.issue('notes', 'a.txt', at(0)));
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(tickets.take('made-up', at(1))).toBeNull();
    expect(tickets.take(tokens[0] ?? '', at(1))).toBeNull();
    expect(tickets.take(tokens.at(-1) ?? '', at(1))).not.toBeNull();
  });
});
