import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { startService } from '../fuzz-service.mjs';
import { agentApi } from './plant.mjs';

const AGENT = 'tokens-agent';
const OTHER = 'tokens-other';
const MEMORY = 'The user lives in Munich.';
const AUDIENCE = 'agent-memory';
/** The service takes a token for a minute longer. */
const LEEWAY_SECONDS = 60;
/** For the page to load before the token expires. */
const SHORT_LIFE_SECONDS = 20;
const EXPIRY_LIMIT_MS = 60_000;

/**
 * Logins from elsewhere with tokens of an OpenID Connect issuer on this machine, at a service of their own: one that may read,
 * one that may write, one that expires, and one that somebody else signed.
 *
 * @param {any} world
 */
export async function logInWithTokens(world) {
  const issuer = await startIssuer();
  const settings = { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE };
  const service = await startService(path.join(world.scratch, 'oidc'), settings);
  try {
    for (const agent of [AGENT, OTHER]) {
      const api = await agentApi(service.url, agent);
      await api('remember', { content: MEMORY });
    }
    const logIn = loginOf(world.openContext, service.url);
    await refuseForged(await logIn(issuer.token({}, issuer.strangersKey)));
    await readOnly(await logIn(issuer.token({ sub: 'rea', access: 'read' })));
    await write(await logIn(issuer.token({ sub: 'wilma', access: 'write' })));
    await expire(await logIn(issuer.token({ sub: 'eve' }, undefined, SHORT_LIFE_SECONDS - LEEWAY_SECONDS)));
  } finally {
    issuer.close();
    assert.deepEqual(await service.stop(), []);
  }
}

/** @param {any} openContext @param {string} local the address of the service on this machine */
function loginOf(openContext, local) {
  const url = local.replace(/\/\/[^:/]+/, '//console.localhost');
  /** Fills in the form. @param {string} token */
  return async (token) => {
    const extraHTTPHeaders = { 'X-Forwarded-For': '203.0.113.9' };
    const context = await openContext({ extraHTTPHeaders }, { url, needsLogin: true });
    const page = await context.newPage();
    await page.goto(`${url}/app/`);
    await page.getByLabel('Credential').fill(token);
    await page.getByRole('button', { name: 'Log in' }).click();
    return { page, context, url, token };
  };
}

/** @typedef {{ page: any, context: any, url: string, token: string }} Login */

/** @param {any} page */
const form = (page) => page.getByRole('heading', { level: 1, name: 'Log in' });

/** @param {Login} login */
async function refuseForged({ page, context }) {
  await page.getByRole('alert').waitFor();
  await form(page).waitFor();
  assert.deepEqual(await context.cookies(), []);
  await context.close();
}

/** Sees its agent only, without what changes it; the cookie says nothing of the token, and goes with the logout. @param {Login} login */
async function readOnly({ page, context, url, token }) {
  await page.getByText('oidc:rea').first().waitFor();
  await page.getByRole('link', { name: AGENT, exact: true }).waitFor();
  assert.equal(await page.getByText(OTHER).count(), 0);
  const [cookie, ...others] = await context.cookies();
  assert.deepEqual([cookie.name, cookie.httpOnly, others], ['console_session', true, []]);
  for (const part of token.split('.')) assert.ok(!cookie.value.includes(part));
  await page.goto(`${url}/app/agents/${AGENT}`);
  await page.getByRole('link', { name: MEMORY }).waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByRole('button', { name: 'Add memory' }).count(), 0);
  await page.goto(`${url}/app/agents/${OTHER}`);
  await page.getByRole('alert').first().waitFor();
  assert.equal(await page.getByText(MEMORY).count(), 0);
  await page.getByRole('button', { name: 'Log out' }).click();
  await form(page).waitFor();
  assert.deepEqual(await context.cookies(), []);
  await context.close();
}

/** What it adds names it. @param {Login} login */
async function write({ page, context, url }) {
  const added = 'Deploys are on Mondays.';
  await page.getByText('oidc:wilma').first().waitFor();
  await page.goto(`${url}/app/agents/${AGENT}`);
  await page.getByRole('button', { name: 'Add memory' }).click();
  await page.getByRole('textbox', { name: 'Content' }).fill(added);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: added }).click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await page.getByText('by wilma', { exact: true }).waitFor();
  await context.close();
}

/** Ends with its token, and a page asks for another one. @param {Login} login */
async function expire({ page, context }) {
  await page.getByText('oidc:eve').first().waitFor();
  const until = Date.now() + EXPIRY_LIMIT_MS;
  while ((await form(page).count()) === 0) {
    assert.ok(Date.now() < until, 'The login outlived its token');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  await context.close();
}

/** An OpenID Connect issuer: discovery, its key, and tokens of an hour that manage one agent. */
async function startIssuer() {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { privateKey: strangersKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256', use: 'sig' };
  let url = '';
  const server = createServer((request, response) => {
    const isKeys = request.url === '/keys';
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(isKeys ? { keys: [jwk] } : { issuer: url, jwks_uri: `${url}/keys` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;

  /** @param {object} claims @param {import('node:crypto').KeyObject} [key] @param {number} [seconds] */
  const token = (claims, key = pair.privateKey, seconds = 3_600) => {
    const now = Math.floor(Date.now() / 1_000);
    const times = { iat: now - 3_600, exp: now + seconds };
    const usual = { iss: url, aud: AUDIENCE, sub: 'ada', ...times, agents: [AGENT], access: 'manage' };
    const parts = [
      { alg: 'ES256', typ: 'JWT', kid: 'k' },
      { ...usual, ...claims },
    ];
    const data = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = sign('sha256', Buffer.from(data), { key, dsaEncoding: 'ieee-p1363' });
    return `${data}.${signature.toString('base64url')}`;
  };
  return { url, token, strangersKey, close: () => server.close() };
}
