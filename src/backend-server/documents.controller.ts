import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { UUID_PATTERN } from '../common/uuid';
import { ApiKeyGuard } from './api-key.guard';
import {
  DeleteDocumentsRequest,
  GetDocumentsRequest,
  ListDocumentsQuery,
  PutDocumentsRequest,
  toItem,
  type DeletedDocuments,
  type DocumentItem,
  type ListedDocuments,
} from './documents.dto';
import { DocumentsService, encodeToken } from './documents.service';
import { NamespaceParam } from './namespaces.dto';
import { ProtocolError } from './protocol-error';

/** Documents, under the paths of cloud and on-prem clients. */
@UseGuards(ApiKeyGuard)
@Controller('namespaces/:namespace')
export class DocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  /** The documents are durable and visible when it answers. The finished job is for clients that poll. */
  @Post('documents')
  @HttpCode(202)
  async put(@NamespaceParam() namespace: string, @Body() { documents }: PutDocumentsRequest) {
    await this.documents.put(namespace, documents);
    const ids = documents.map(({ id }) => id);
    return { status: 'completed', submitted_ids: ids, job_id: putJobId(ids.length), total: ids.length };
  }

  @Get('upload-jobs/:job')
  async job(@NamespaceParam() namespace: string, @Param('job') job: string) {
    await this.documents.namespaceId(namespace);
    const total = putJobTotal(job);
    if (total === null) throw new ProtocolError('job_not_found', 'There is no such job');
    return { job_id: job, status: 'completed', total, processed: total, failed: 0 };
  }

  /** Older clients read `documents`. */
  @Post('documents/get')
  @HttpCode(200)
  async getDocuments(@NamespaceParam() namespace: string, @Body() request: GetDocumentsRequest) {
    const { items } = await this.getItems(namespace, request);
    return { items, documents: items };
  }

  @Post('items/get')
  @HttpCode(200)
  async getItems(
    @NamespaceParam() namespace: string,
    @Body() { ids }: GetDocumentsRequest,
  ): Promise<{ items: DocumentItem[] }> {
    const found = await this.documents.get(namespace, ids);
    return { items: found.map(toItem) };
  }

  @Post(['documents/delete', 'items/delete'])
  async delete(
    @NamespaceParam() namespace: string,
    @Body() { ids }: DeleteDocumentsRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeletedDocuments> {
    const { deleted, count, refused } = await this.documents.delete(namespace, ids);
    response.status(refused.length === 0 ? 200 : 207);
    return {
      status: refused.length === 0 ? 'success' : 'partial',
      deleted_ids: deleted,
      actual_deletions: count,
      errors: refused,
    };
  }

  @Get('documents/fetch-text-data')
  async list(
    @NamespaceParam() namespace: string,
    @Query() { limit, next_token }: ListDocumentsQuery,
  ): Promise<ListedDocuments> {
    const { documents, next } = await this.documents.list(namespace, next_token ?? null, limit);
    return {
      items: documents.map((document) => ({ ...toItem(document), is_summary: false })),
      pagination: {
        limit,
        has_more: next !== null,
        next_token: next === null ? null : encodeToken(next),
      },
    };
  }
}

const FORM = new RegExp(`^put-([1-9]\\d{0,2})-${UUID_PATTERN}$`);

/** A job id for clients that poll. It contains the result, because finished jobs are not stored. */
function putJobId(total: number): string {
  return `put-${total}-${randomUUID()}`;
}

/** The number of documents of a job; null for an unknown id. */
function putJobTotal(jobId: string): number | null {
  const total = FORM.exec(jobId)?.[1];
  return total === undefined ? null : Number(total);
}
