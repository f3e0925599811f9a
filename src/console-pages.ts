import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';

/** Beside `dist/main.js`, also as seen from `src`. */
const BUILT = path.join(__dirname, '../dist/console');
const INDEX = 'index.html';
const ROOT = '/app/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const ENCODINGS = ['br', 'gzip'] as const;
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;
/** Names of files under `assets/` contain the hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A page in each encoding that is offered. */
export interface Page {
  type: string;
  cacheControl: string;
  etag: string;
  identity: Buffer;
  /** Absent where they would not be smaller. */
  br?: Buffer;
  gzip?: Buffer;
}

/** The web console at `/app/`, and the way there for browsers that ask for `/`. `folder`: what the build wrote. */
export function serveConsole(app: NestExpressApplication, folder = BUILT): void {
  const express = app.getHttpAdapter().getInstance();
  let pages: ReadonlyMap<string, Page> | null = null;
  // Programs that accept anything get the JSON of `/`.
  express.get('/', (request, response, next) => {
    response.vary('Accept');
    if (request.accepts(['json', 'html']) === 'html') response.redirect(302, ROOT);
    else next();
  });
  express.get('/app{/*splat}', (request, response) => {
    if (request.path === '/app') return response.redirect(302, ROOT);
    pages ??= readPages(folder);
    answer(request, response, pages);
  });
}

/** Each page of the console has an address of its own, and all of them are the one document. */
function answer(request: Request, response: Response, pages: ReadonlyMap<string, Page>): void {
  const name = request.path.slice(ROOT.length);
  const isFile = name.startsWith('assets/') || name.includes('.');
  const page = pages.get(name) ?? (isFile ? undefined : pages.get(INDEX));
  if (page !== undefined) return sendPage(request, response, page);
  const detail =
    pages.size === 0
      ? 'The console is not built: run npm run build, then start the service again'
      : 'Not Found';
  response.status(pages.size === 0 ? 503 : 404).json({ detail });
}

export function sendPage(request: Request, response: Response, page: Page): void {
  const encoding = ENCODINGS.find((each) => page[each] !== undefined && request.acceptsEncodings(each));
  response.set({ 'Content-Type': page.type, 'Cache-Control': page.cacheControl, ETag: page.etag });
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  response.send(encoding === undefined ? page.identity : page[encoding]);
}

/** Weak, because one tag stands for all encodings. */
export function etagOf(bytes: Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

function readPages(folder: string): Map<string, Page> {
  const names = filesOf(folder);
  const known = new Set(names);
  return new Map(
    names
      .filter((name) => path.extname(name) in TYPES)
      .map((name) => [name.replaceAll(path.sep, '/'), readPage(folder, name, known)]),
  );
}

/** The files of the console; none if it was not built. */
function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function readPage(folder: string, name: string, known: ReadonlySet<string>): Page {
  const identity = readFileSync(path.join(folder, name));
  const page: Page = {
    type: TYPES[path.extname(name)] ?? 'application/octet-stream',
    cacheControl: name.startsWith('assets') ? IMMUTABLE : 'no-cache',
    etag: etagOf(identity),
    identity,
  };
  for (const encoding of ENCODINGS) {
    const packed = `${name}${SUFFIXES[encoding]}`;
    if (known.has(packed)) page[encoding] = readFileSync(path.join(folder, packed));
  }
  return page;
}
