import { newestWithin } from './conversation';

const message = (content: string) => ({ role: 'user', content });

describe('newestWithin', () => {
  it('keeps all that is within the limit', () => {
    const messages = [message('aaa'), message('bb')];
    expect(newestWithin(messages, 5)).toEqual(messages);
  });

  it('leaves out the oldest beyond it, whole', () => {
    const messages = [message('aaa'), message('bb'), message('c')];
    expect(newestWithin(messages, 5)).toEqual(messages.slice(1));
  });

  it('counts code points', () => {
    expect(newestWithin([message('😀😀'), message('😀')], 3)).toHaveLength(2);
  });
});
