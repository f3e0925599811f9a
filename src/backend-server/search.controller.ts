import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiKeyGuard } from './api-key.guard';
import { toItem } from './documents.dto';
import { SearchRequest, type SearchResponse } from './search.dto';
import { SearchingService } from './searching.service';

@UseGuards(ApiKeyGuard)
@Controller('search')
export class SearchController {
  constructor(private readonly searching: SearchingService) {}

  /** Documents of every status: what is shown of them is the client's to say. */
  @Post()
  @HttpCode(200)
  async search(@Body() request: SearchRequest): Promise<SearchResponse> {
    const { results, retrieval } = await this.searching.search(request.namespaces, {
      query: request.query,
      limit: request.top_k,
      minScore: request.kiosk_mode ? (request.threshold ?? 0) : 0,
      status: 'all',
    });
    return {
      results: results.map(({ namespace, document, found }) => ({
        ...toItem(document),
        score: found.score,
        namespace,
      })),
      retrieval,
    };
  }
}
