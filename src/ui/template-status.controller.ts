import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { Documented } from '../common/documented';
import {
  DismissedTemplateDto,
  DismissTemplateRequest,
  TemplateDismissedDto,
  TemplateStatusDto,
  TemplateUpdatedDto,
} from './template-status.dto';
import { isOutdated } from './instruction-template';
import { TemplateStatusService } from './template-status.service';

@ApiTags('Local pages')
@LocalRoute()
@Controller('api/ui/template-status')
export class TemplateStatusController {
  constructor(private readonly templates: TemplateStatusService) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Documented({
    summary: 'Show whether there is a newer instruction template than the installed one',
    description: 'The template is the text that tells an agent how to use this service.',
    response: TemplateStatusDto,
    errors: ['BackendUnavailable'],
  })
  async getTemplateStatus(): Promise<TemplateStatusDto> {
    const { installed } = await this.templates.state();
    const { version } = this.templates.latest;
    return {
      outdated: isOutdated(installed, version),
      installed_version: installed,
      latest_version: version,
    };
  }

  @Get('dismissed')
  @Header('Cache-Control', 'no-store')
  @Documented({
    summary: 'Show which version of the instruction template was dismissed',
    description: 'Returns null if no version was dismissed.',
    response: DismissedTemplateDto,
    errors: ['BackendUnavailable'],
  })
  async getDismissedTemplate(): Promise<DismissedTemplateDto> {
    return { version: (await this.templates.state()).dismissed };
  }

  @Post('dismiss')
  @Documented({
    summary: 'Dismiss a version of the instruction template',
    description:
      'The console no longer offers this version. Without a body, the latest version is dismissed.',
    response: TemplateDismissedDto,
    errors: ['validation', 'BackendUnavailable'],
  })
  async dismissTemplate(@Body() request: DismissTemplateRequest): Promise<TemplateDismissedDto> {
    return { status: 'dismissed', dismissed_version: await this.templates.dismiss(request.version ?? null) };
  }

  @Post('update')
  @Documented({
    summary: 'Get the latest instruction template',
    description: 'Returns its text, and records this version as the installed one.',
    response: TemplateUpdatedDto,
    errors: ['BackendUnavailable'],
  })
  async updateTemplate(): Promise<TemplateUpdatedDto> {
    await this.templates.update();
    const { version, text } = this.templates.latest;
    return { status: 'updated', installed_version: version, template: text };
  }
}
