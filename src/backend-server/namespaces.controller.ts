import { Body, Controller, Delete, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiKeyGuard } from './api-key.guard';
import { DocumentsService } from './documents.service';
import { CreateNamespaceRequest, type NamespaceEntry, NamespaceParam } from './namespaces.dto';

@UseGuards(ApiKeyGuard)
@Controller('namespaces')
export class NamespacesController {
  constructor(private readonly documents: DocumentsService) {}

  @Post()
  @HttpCode(201)
  async create(@Body() { namespace_name }: CreateNamespaceRequest) {
    await this.documents.createNamespace(namespace_name);
    return { status: 'success', message: 'Namespace created', namespace_name, type: 'text' };
  }

  @Get()
  async list(): Promise<{ namespaces: NamespaceEntry[] }> {
    const namespaces = await this.documents.listNamespaces();
    return {
      namespaces: namespaces.map(({ name, count }) => ({
        namespace_name: name,
        type: 'text',
        item_count: count,
        itemCount: count,
      })),
    };
  }

  @Delete(':namespace')
  async delete(@NamespaceParam() namespace: string) {
    await this.documents.deleteNamespace(namespace);
    return { status: 'success', message: 'Namespace deleted', namespace_name: namespace };
  }
}
