import { Conversations, sittings } from './conversations.ts';
import type { ChatMessage } from './entry.ts';

const at = (minute: number, content = 'x'): ChatMessage => ({
  ref: `m${minute}`,
  role: 'user',
  content,
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
});

describe('the parts of a conversation', () => {
  it('begin again after an hour without a message', () => {
    const parts = sittings([at(0), at(59), at(118), at(179), { ...at(0), at: null }, at(200)]);
    expect(parts.map((part) => part.map(({ ref }) => ref))).toEqual([
      ['m0', 'm59', 'm118'],
      ['m179', 'm0', 'm200'],
    ]);
  });

  it('are no larger than the service reads, and long messages come in pieces', () => {
    const parts = sittings(Array.from({ length: 450 }, () => at(0)));
    expect(parts.map((part) => part.length)).toEqual([200, 200, 50]);
    const long = sittings([at(0, 'word '.repeat(50_000))]);
    const sizes = long.map((part) => part.reduce((sum, { content }) => sum + content.length, 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100_000);
    expect(Math.max(...long.flat().map(({ content }) => content.length))).toBeLessThanOrEqual(10_000);
  });
});

describe('messages in any order', () => {
  it('are collected by conversation, in the order of their times', () => {
    const chats = new Conversations();
    chats.add('a', at(2));
    chats.add('b', at(3));
    chats.add('a', at(1));
    expect([...chats.all()].map(({ ref, messages }) => [ref, messages.map((each) => each.ref)])).toEqual([
      ['a', ['m1', 'm2']],
      ['b', ['m3']],
    ]);
  });
});
