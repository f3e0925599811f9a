import { Shown, TextField } from '../common/fields';
import { INSTRUCTION_TEMPLATE, VERSION_FORM } from './instruction-template';

const LATEST = INSTRUCTION_TEMPLATE.version;

export class TemplateStatusDto {
  @Shown({
    description:
      'The latest version is newer than the installed one, or none is installed; dismissed versions count too.',
    example: true,
  })
  outdated!: boolean;

  @Shown({ description: 'The installed version.', example: null, type: String, nullable: true })
  installed_version!: string | null;

  @Shown({ description: 'The version that the service offers.', example: LATEST })
  latest_version!: string;
}

export class DismissedTemplateDto {
  @Shown({
    description: 'The version dismissed last; a page does not report it.',
    example: LATEST,
    type: String,
    nullable: true,
  })
  version!: string | null;
}

export class DismissTemplateRequest {
  @TextField({
    description: 'The version to dismiss; the latest when omitted',
    example: LATEST,
    pattern: VERSION_FORM,
    required: false,
  })
  version?: string | null;
}

export class TemplateDismissedDto {
  @Shown({ description: 'What was done.', example: 'dismissed' })
  status!: 'dismissed';

  @Shown({ description: 'The version that was dismissed.', example: LATEST })
  dismissed_version!: string;
}

export class TemplateUpdatedDto {
  @Shown({ description: 'What was done.', example: 'updated' })
  status!: 'updated';

  @Shown({ description: 'The version that is installed now.', example: LATEST })
  installed_version!: string;

  @Shown({ description: 'The text to give the agent, in Markdown.', example: INSTRUCTION_TEMPLATE.text })
  template!: string;
}
