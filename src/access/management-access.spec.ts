import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Env } from '../config/env';
import { ManagementAccess } from './management-access.service';
import { WrongCredentials } from './wrong-credentials.service';

const env = (mode: Env['BACKEND_MODE']): Env =>
  Object.assign(new Env(), {
    BACKEND_MODE: mode,
    SERVICE_SECRET_KEY: 'the-secret-of-the-service',
    BACKEND_API_KEY: 'the-key-of-the-backend',
  });

/** A request as a server gets it from this machine, with the header that takes away the privilege of that. */
async function received(headers: IncomingHttpHeaders): Promise<IncomingMessage> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const came = new Promise<IncomingMessage>((resolve) => {
    server.once('request', (message, response) => {
      response.end();
      resolve(message);
    });
  });
  request({ port, host: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.7', ...headers } }).end();
  const message = await came;
  server.close();
  return message;
}

describe('the management credential', () => {
  it.each([
    ['embedded', 'the-secret-of-the-service', true],
    ['embedded', 'the-key-of-the-backend', false],
    ['on-prem', 'the-secret-of-the-service', true],
    ['on-prem', 'the-key-of-the-backend', false],
    ['cloud', 'the-secret-of-the-service', false],
    ['cloud', 'the-key-of-the-backend', true],
  ] as const)('in %s mode, %s: %s', async (mode, credential, allowed) => {
    const access = new ManagementAccess(env(mode), new WrongCredentials());
    expect(await access.allows(await received({ 'x-api-key': credential }))).toBe(allowed);
    expect(await access.allows(await received({ authorization: `Bearer ${credential}` }))).toBe(allowed);
  });
});
