import { ApiProperty } from '@nestjs/swagger';
import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { Documented } from '../common/documented';
import { Optional, Text } from '../common/request-decorators';
import { isOutdated, INSTRUCTION_TEMPLATE, VERSION_FORM } from './instruction-template';
import { TemplateStatusService } from './template-status.service';

const LATEST = INSTRUCTION_TEMPLATE.version;

export class TemplateStatusDto {
  /**
   * The latest version is newer than the installed one, or none is installed; dismissed versions count too.
   * @example true
   */
  outdated!: boolean;

  /** The installed version. */
  @ApiProperty({ example: null, type: String, nullable: true })
  installed_version!: string | null;

  /** The version that the service offers. */
  @ApiProperty({ example: LATEST })
  latest_version!: string;
}

export class DismissedTemplateDto {
  /** The version dismissed last; a page does not report it. */
  @ApiProperty({ example: LATEST, type: String, nullable: true })
  version!: string | null;
}

export class DismissTemplateRequest {
  /** The version to dismiss; the latest when omitted */
  @Optional()
  @Text({ pattern: VERSION_FORM })
  @ApiProperty({ example: LATEST })
  version?: string | null;
}

export class TemplateDismissedDto {
  /**
   * The result.
   * @example 'dismissed'
   */
  status!: 'dismissed';

  /** The version that was dismissed. */
  @ApiProperty({ example: LATEST })
  dismissed_version!: string;
}

export class TemplateUpdatedDto {
  /**
   * The result.
   * @example 'updated'
   */
  status!: 'updated';

  /** The version that is installed now. */
  @ApiProperty({ example: LATEST })
  installed_version!: string;

  /** The text to give the agent, in Markdown. */
  @ApiProperty({ example: '# Long-term memory\n\nYou have a memory that outlasts this conversation.' })
  template!: string;
}

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
