import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import request from 'supertest';
import { newSession, remember } from './support/agents';
import { TornAgent } from './support/conflicts';
import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { startHubServer, type HubServer } from './support/hub-server';
import { describeEmbedded } from './support/kind-of-run';
import { buildService } from './support/service-process';
import { startTestApp } from './support/test-app';
import { TinyCrossEncoder } from './support/tiny-cross-encoder';
import { describeLocalModel, TINY_MODEL } from './support/tiny-model';

const run = promisify(execFile);
const ROOT = join(__dirname, '..');
const REPOSITORY = 'tests/tiny-embedder';

describeEmbedded('a model in one command', () => {
  describeLocalModel('npm run model', () => {
    let store: TestStore;
    let hub: HubServer;

    beforeAll(buildService, 60_000);

    beforeEach(async () => {
      store = await newTestStore();
      hub = await startHubServer(REPOSITORY, TINY_MODEL);
    });

    afterEach(async () => {
      await hub.http.close();
      await store.remove();
    });

    async function model(...args: string[]): Promise<{ code: number; printed: string }> {
      const env = { PATH: process.env.PATH, DATA_DIR: store.env.DATA_DIR, HF_ENDPOINT: hub.http.url };
      const call = run(process.execPath, ['dist/model-run.js', ...args], { cwd: ROOT, env });
      return call.then(
        ({ stdout, stderr }) => ({ code: 0, printed: stdout + stderr }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          code: error.code,
          printed: error.stdout + error.stderr,
        }),
      );
    }

    it('installs a model that the service uses without a setting, lists and removes it', async () => {
      hub.cuts = [1_000];
      const installed = await model('install', REPOSITORY);
      expect(installed).toMatchObject({ code: 0 });
      expect(installed.printed).toMatch(/^Installed tiny-embedder in .*models\/tiny-embedder\. /m);
      expect((await model('list')).printed).toMatch(/^tiny-embedder {2}installed \d{4}-\d\d-\d\d, in use$/m);

      const app = await startTestApp({ store, alone: true });
      const session = await newSession(app, 'hybrid');
      const id = await remember(session, { content: 'The cat sleeps on the sofa' });
      const answer = await eventually(
        async () =>
          (await session.call('post', 'recall').send({ query: 'Where does the cat sleep?', explain: true }))
            .body as Record<string, unknown>,
        ({ retrieval }) => retrieval === 'hybrid',
      );
      expect(answer).toMatchObject({
        memories: [{ id }],
        explain: { embedding_model: 'tiny-embedder', not_embedded: 0, lexical_reason: null },
      });
      const { body } = await request(app.url).get('/health').expect(200);
      expect(body).toMatchObject({ details: { embeddings: { model: 'tiny-embedder', backlog: 0 } } });
      await app.close();

      expect(await model('remove', 'tiny-embedder')).toMatchObject({ code: 0 });
      expect((await model('list')).printed).not.toContain('tiny-embedder');
    });

    it('installs an NLI model, which judges conflicts and computes no vectors', async () => {
      const tiny = await TinyCrossEncoder.make();
      const own = await startHubServer('Xenova/nli-deberta-v3-xsmall', tiny.path);
      await hub.http.close();
      hub = own;
      const installed = await model('install', 'nli');
      expect(installed).toMatchObject({ code: 0 });
      expect(installed.printed).toContain('if CONFLICT_JUDGE is nli');
      expect((await model('list')).printed).toMatch(
        /^nli {2}installed .*, in use if CONFLICT_JUDGE is nli$/m,
      );
      const app = await startTestApp({ store, alone: true, env: { CONFLICT_JUDGE: 'nli' } });
      const agent = await TornAgent.create(app, 'nli');
      for (const content of ['City: Berlin', 'City: Munich', 'Town z: Bonn', 'Town z: Hamburg'])
        await agent.remember(content);
      expect(await agent.generate()).toMatchObject({ generated_by: 'nli' });
      const rows = await agent.open();
      expect(rows.map(({ old_content, new_content }) => [old_content, new_content])).toEqual([
        ['City: Berlin', 'City: Munich'],
      ]);
      const { body } = await agent.session.call('get', 'links').expect(200);
      expect(body.links).toMatchObject([{ found_by: 'model', state: 'open' }]);
      const health = await request(app.url).get('/health').expect(200);
      expect(health.text).not.toContain('"nli"');
      await app.close();
      await tiny.remove();
    });

    it('says what is wrong, and leaves no half of a model', async () => {
      expect(await model('install', 'no-such-model')).toMatchObject({ code: 1 });
      expect((await model('remove', 'x')).printed).toContain('x is not installed');
      expect((await model('installed')).printed).toContain('Usage: npm run model');
      hub.files.set('onnx/model.onnx', Buffer.from('not a model'));
      const broken = await model('install', REPOSITORY);
      expect(broken.printed).toContain('onnx/model.onnx of its folder is not usable');
      expect((await model('list')).printed).not.toContain('tiny-embedder');
    });
  });
});

describeEmbedded('a local model in a folder', () => {
  describeLocalModel('of the settings', () => {
    it('is shown without the path of the folder', async () => {
      const app = await startTestApp({ env: { EMBEDDINGS_MODEL_PATH: TINY_MODEL }, alone: true });
      const session = await newSession(app, 'folder');
      await remember(session, { content: 'Rain in Paris' });
      const { text } = await eventually(
        () => session.call('post', 'recall').send({ query: 'rain', explain: true }),
        ({ body }) => (body as { retrieval: string }).retrieval === 'hybrid',
      );
      const health = await request(app.url).get('/health').expect(200);
      const metrics = await request(app.url).get('/metrics');
      await app.close();
      for (const shown of [text, health.text]) {
        expect(shown).toContain('tiny-embedder');
        expect(shown).not.toContain('fixtures');
      }
      expect(metrics.text).toContain('recall_searches_total{retrieval="hybrid",reason=""}');
    });
  });
});
