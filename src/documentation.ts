import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { apiDocument, readApiComments } from './api-document';
import { etagOf, type Page, sendPage } from './console-pages';

/** Almost as small as the best quality (11), which takes half a second for this document. */
const BROTLI_QUALITY = 9;

/** `/docs` and `/openapi.json`; the first request creates the document. */
export function serveDocumentation(app: NestExpressApplication): void {
  let document: OpenAPIObject | null = null;
  let page: Promise<Page> | null = null;
  let comments: Promise<void> | null = null;
  const build = () => (document ??= apiDocument(app));
  const express = app.getHttpAdapter().getInstance();
  app.use(['/docs', '/openapi.json'], (_request: Request, _response: Response, next: NextFunction) => {
    comments ??= readApiComments();
    comments.then(() => next(), next);
  });
  express.get('/openapi.json', async (request, response) => {
    page ??= compressed(JSON.stringify(build()));
    sendPage(request, response, await page);
  });
  SwaggerModule.setup('docs', app, build, {
    raw: false,
    customSiteTitle: 'Agent Memory Service',
    swaggerOptions: { persistAuthorization: true },
  });
}

async function compressed(json: string): Promise<Page> {
  const identity = Buffer.from(json);
  const [zipped, br] = await Promise.all([
    promisify(gzip)(identity, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  ]);
  const type = 'application/json; charset=utf-8';
  return { type, cacheControl: 'no-cache', etag: etagOf(identity), identity, gzip: zipped, br };
}
