import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { refusedMessage } from './refused-message';

const BUSY = { status: 503, body: { detail: { error: 'ServiceOverloaded', message: 'Try again shortly' } } };

/** A request whose body has arrived, unless `complete` is false. */
function requestWith(text: string, complete = true): IncomingMessage {
  const body = Object.assign(new Readable({ read: () => undefined }), { complete });
  if (text !== '') body.push(text);
  if (complete) body.push(null);
  return body as unknown as IncomingMessage;
}

const call = (fields: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', ...fields });

describe('a message that is refused', () => {
  const result = {
    content: [{ type: 'text', text: 'Try again shortly.' }],
    isError: true,
    resultType: 'complete',
  };

  it('as the service is busy is answered with a result when it is a call that has arrived', async () => {
    expect(await refusedMessage(requestWith(call()), BUSY)).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: 7, result },
    });
  });

  it('as the service is busy is answered with a result when it is a call that comes in pieces', async () => {
    const request = requestWith('', false);
    const answer = refusedMessage(request, BUSY);
    const [start, end] = [call().slice(0, 20), call().slice(20)];
    request.push(start);
    await new Promise(setImmediate);
    request.push(end);
    request.complete = true;
    request.push(null);
    expect(await answer).toMatchObject({ status: 200, body: { id: 7, result } });
  });

  it('as the service is busy is an error when its client goes away', async () => {
    const request = requestWith('', false);
    const answer = refusedMessage(request, BUSY);
    request.destroy();
    expect(await answer).toMatchObject({ status: 503 });
  });

  it.each([
    ['has not arrived', requestWith(call(), false)],
    ['has no body left', requestWith('')],
    ['is large', requestWith(call({ params: 'x'.repeat(20_000) }))],
    ['is no JSON', requestWith('{')],
    ['is another method', requestWith(call({ method: 'tools/list' }))],
    ['has no id', requestWith(call({ id: null }))],
  ])('as the service is busy is an error when it %s', async (_, request) => {
    expect(await refusedMessage(request, BUSY)).toEqual({
      status: 503,
      body: { jsonrpc: '2.0', error: { code: -32_000, message: 'Try again shortly' }, id: null },
    });
  });

  it.each([
    [401, 'Send a key', 401, -32_000, 'Send a key'],
    [422, [{ type: 'value_error', msg: 'Not an agent id' }], 400, -32_600, 'Not an agent id'],
    [422, [{ type: 'json_invalid', msg: 'JSON decode error' }], 400, -32_700, 'JSON decode error'],
    [400, 'Not UTF-8', 400, -32_700, 'Not UTF-8'],
    [500, {}, 500, -32_000, 'The request was refused'],
  ])('with %s and %j is an error of JSON-RPC', async (status, detail, shown, code, message) => {
    expect(await refusedMessage(requestWith(call()), { status, body: { detail } })).toEqual({
      status: shown,
      body: { jsonrpc: '2.0', error: { code, message }, id: null },
    });
  });
});
