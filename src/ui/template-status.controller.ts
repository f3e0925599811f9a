import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { Documented } from '../common/documented';
import { Shown, TextField } from '../common/fields';
import { withProperties } from '../common/with-properties';
import { isOutdated, INSTRUCTION_TEMPLATE, VERSION_FORM } from './instruction-template';
import { TemplateStatusService } from './template-status.service';

const LATEST = INSTRUCTION_TEMPLATE.version;

class TemplateStatusDto extends withProperties({
  outdated: Shown(
    'The latest version is newer than the installed one, or none is installed; dismissed versions count too.',
    true,
  ),
  installed_version: Shown('The installed version.', null, { type: String, nullable: true }),
  latest_version: Shown('The version that the service offers.', LATEST),
}) {}

class DismissedTemplateDto extends withProperties({
  version: Shown('The version dismissed last; a page does not report it.', LATEST, {
    type: String,
    nullable: true,
  }),
}) {}

class DismissTemplateRequest extends withProperties({
  version: TextField('The version to dismiss; the latest when omitted', LATEST, {
    pattern: VERSION_FORM,
    required: false,
  }),
}) {}

class TemplateDismissedDto extends withProperties({
  status: Shown<'dismissed'>('What was done.', 'dismissed'),
  dismissed_version: Shown('The version that was dismissed.', LATEST),
}) {}

class TemplateUpdatedDto extends withProperties({
  status: Shown<'updated'>('What was done.', 'updated'),
  installed_version: Shown('The version that is installed now.', LATEST),
  template: Shown('The text to give the agent, in Markdown.', INSTRUCTION_TEMPLATE.text),
}) {}

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
  })
  async dismissTemplate(@Body() request: DismissTemplateRequest): Promise<TemplateDismissedDto> {
    return { status: 'dismissed', dismissed_version: await this.templates.dismiss(request.version ?? null) };
  }

  @Post('update')
  @Documented({
    summary: 'Get the latest instruction template',
    description: 'Returns its text, and records this version as the installed one.',
    response: TemplateUpdatedDto,
  })
  async updateTemplate(): Promise<TemplateUpdatedDto> {
    await this.templates.update();
    const { version, text } = this.templates.latest;
    return { status: 'updated', installed_version: version, template: text };
  }
}
