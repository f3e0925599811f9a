import assert from 'node:assert/strict';

const AGENT = 'from-elsewhere';
const MEMORY = 'The gate code changes on Monday.';

/**
 * A browser on another machine: it names the service otherwise than by the loopback, and a proxy adds its header. It gets
 * the form, and after the login no answer of 401 until it logs out.
 *
 * @param {any} world
 */
export async function logInFromElsewhere({ service, openContext }) {
  // Browsers resolve every name under localhost to this machine; for the service it is another host.
  const url = service.url.replace(/\/\/[^:/]+/, '//console.localhost');
  const extraHTTPHeaders = { 'X-Forwarded-For': '203.0.113.9' };
  const context = await openContext({ extraHTTPHeaders }, { url, needsLogin: true });
  const page = await context.newPage();
  const form = page.getByRole('heading', { level: 1, name: 'Log in' });
  /** @param {string} credential */
  const logIn = async (credential) => {
    await page.getByLabel('Credential').fill(credential);
    await page.getByRole('button', { name: 'Log in' }).click();
  };

  await page.goto(`${url}/app/`);
  await form.waitFor();
  await logIn('a-wrong-credential');
  await page.getByRole('alert').waitFor();
  assert.deepEqual(await context.cookies(), []);
  await logIn(service.key);
  await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  const [cookie, ...others] = await context.cookies();
  assert.deepEqual(others, []);
  const { name, httpOnly, sameSite } = cookie;
  assert.deepEqual(
    { name, httpOnly, sameSite },
    { name: 'console_session', httpOnly: true, sameSite: 'Strict' },
  );

  /** @type {string[]} */
  const refused = [];
  const note = (/** @type {any} */ response) => {
    if (response.status() === 401) refused.push(response.url());
  };
  page.on('response', note);
  await usePages(page, url);
  assert.deepEqual(refused, []);
  page.off('response', note);

  await page.getByRole('button', { name: 'Log out' }).click();
  await form.waitFor();
  assert.deepEqual(await context.cookies(), []);
  await page.goto(`${url}/app/agents/${AGENT}`);
  await form.waitFor();
  await context.close();
}

/**
 * @param {any} page
 * @param {string} url
 */
async function usePages(page, url) {
  await page.getByRole('textbox', { name: 'Agent id' }).fill(AGENT);
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.getByRole('link', { name: AGENT, exact: true }).click();
  await page.getByRole('button', { name: 'Add memory' }).click();
  await page.getByRole('textbox', { name: 'Content' }).fill(MEMORY);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: MEMORY }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: MEMORY }).waitFor();
  await page.goto(`${url}/app/activity`);
  await page.getByRole('row', { name: AGENT }).first().waitFor();
  await page.goto(`${url}/app/system`);
  await page.getByRole('button', { name: 'Create key' }).waitFor();
  await page
    .getByRole('textbox', { name: /^Limit/ })
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle');
}
