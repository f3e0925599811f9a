import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/support/eventually';
import { HubServer } from '../../../test/support/hub-server';
import { downloadFile } from './file-download';
import { HubClient } from './hub-client';

const REPOSITORY = 'owner/model';
const ONNX = 'onnx/model.onnx';
const CONTENT = randomBytes(300_000);

describe('a download from a hub', () => {
  let folder: string;
  let server: HubServer;
  let bytes: number;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'download-'));
    server = new HubServer(
      REPOSITORY,
      new Map([
        [ONNX, CONTENT],
        ['config.json', Buffer.from('{"model_type": "bert"}')],
      ]),
    );
    server.untilStored = (count) => eventually(partSize, (size) => size >= count);
    await server.http.start();
    bytes = 0;
  });

  afterEach(async () => {
    await server.http.close();
    await rm(folder, { recursive: true });
  });

  async function partSize(): Promise<number> {
    const part = (await readdir(folder)).find((name) => name.endsWith('.part'));
    return part === undefined ? 0 : (await stat(join(folder, part))).size;
  }

  async function download(name: string): Promise<Buffer> {
    const hub = new HubClient(`${server.http.url}/`);
    const { revision } = await hub.repository(REPOSITORY);
    const file = await hub.file(REPOSITORY, revision, name);
    const path = join(folder, 'file');
    await downloadFile(hub, file, path, { retryMs: 1, onBytes: (count) => (bytes += count) });
    return readFile(path);
  }

  it('follows the redirect of a large file, and counts its bytes', async () => {
    expect(await download(ONNX)).toEqual(CONTENT);
    expect(bytes).toBe(CONTENT.length);
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('takes a small file with the Git hash for an ETag', async () => {
    expect(String(await download('config.json'))).toBe('{"model_type": "bert"}');
  });

  it('goes on where a connection broke off', async () => {
    server.cuts = [100_000, 50_000];
    expect(await download(ONNX)).toEqual(CONTENT);
    const ranges = server.requests.filter((line) => line.startsWith('GET /cdn/') && line.includes('bytes='));
    expect(ranges).toHaveLength(2);
    expect(bytes).toBe(CONTENT.length);
  });

  it('goes on at the next call after it gave up', async () => {
    server.cuts = [60_000, 1, 1, 1, 1];
    await expect(download(ONNX)).rejects.toThrow('run the command again to go on');
    expect(existsSync(join(folder, 'file'))).toBe(false);
    server.requests.length = 0;
    bytes = 0;
    expect(await download(ONNX)).toEqual(CONTENT);
    const [range] = server.requests.filter((line) => line.startsWith('GET /cdn/'));
    expect(Number(/bytes=(\d+)-/.exec(range!)?.[1])).toBe(60_004);
    expect(bytes).toBe(CONTENT.length);
  });

  it('starts again from a server without ranges', async () => {
    server.hasRanges = false;
    server.cuts = [100_000];
    expect(await download(ONNX)).toEqual(CONTENT);
    expect(bytes).toBe(CONTENT.length);
  });

  it('refuses and deletes content with another checksum', async () => {
    const hub = new HubClient(server.http.url);
    const file = await hub.file(REPOSITORY, (await hub.repository(REPOSITORY)).revision, ONNX);
    const wrong = { ...file, checksum: { kind: 'sha256' as const, hex: '0'.repeat(64) } };
    const call = downloadFile(hub, wrong, join(folder, 'file'), { retryMs: 1, onBytes: () => undefined });
    await expect(call).rejects.toThrow('arrived damaged');
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    [
      'no such repository',
      (url: string) => new HubClient(url).repository('owner/other'),
      'answered 404: is the name right?',
    ],
    ['no hub', () => new HubClient('http://127.0.0.1:1').repository(REPOSITORY), 'check HF_ENDPOINT'],
  ])('says that there is %s', async (_, call, message) => {
    await expect(call(server.http.url)).rejects.toThrow(message);
  });
});
