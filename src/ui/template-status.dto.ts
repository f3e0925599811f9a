import { Shown, TextField } from '../common/fields';
import { INSTRUCTION_TEMPLATE, VERSION_FORM } from './instruction-template';

const LATEST = INSTRUCTION_TEMPLATE.version;

export class TemplateStatusDto {
  @Shown(
    'The latest version is newer than the installed one, or none is installed; dismissed versions count too.',
    true,
  )
  outdated!: boolean;

  @Shown('The installed version.', null, { type: String, nullable: true })
  installed_version!: string | null;

  @Shown('The version that the service offers.', LATEST)
  latest_version!: string;
}

export class DismissedTemplateDto {
  @Shown('The version dismissed last; a page does not report it.', LATEST, { type: String, nullable: true })
  version!: string | null;
}

export class DismissTemplateRequest {
  @TextField('The version to dismiss; the latest when omitted', LATEST, {
    pattern: VERSION_FORM,
    required: false,
  })
  version?: string | null;
}

export class TemplateDismissedDto {
  @Shown('What was done.', 'dismissed')
  status!: 'dismissed';

  @Shown('The version that was dismissed.', LATEST)
  dismissed_version!: string;
}

export class TemplateUpdatedDto {
  @Shown('What was done.', 'updated')
  status!: 'updated';

  @Shown('The version that is installed now.', LATEST)
  installed_version!: string;

  @Shown('The text to give the agent, in Markdown.', INSTRUCTION_TEMPLATE.text)
  template!: string;
}
