import { Injectable } from '@nestjs/common';
import { invalid } from '../common/validation-error';
import { INSTRUCTION_TEMPLATE, isNewer } from './instruction-template';
import { UiStateRepository } from './ui-state.repository';

const INSTALLED = 'template.installed_version';
const DISMISSED = 'template.dismissed_version';

/** Null: no version yet. */
interface TemplateState {
  installed: string | null;
  dismissed: string | null;
}

/** Stores which version of the instruction template is installed and which is dismissed. */
@Injectable()
export class TemplateStatusService {
  readonly latest = INSTRUCTION_TEMPLATE;

  constructor(private readonly states: UiStateRepository) {}

  async state(): Promise<TemplateState> {
    const found = await this.states.find([INSTALLED, DISMISSED]);
    return { installed: found.get(INSTALLED) ?? null, dismissed: found.get(DISMISSED) ?? null };
  }

  /** `null`: the latest version. Throws a ValidationError for a version that does not exist yet. */
  async dismiss(version: string | null): Promise<string> {
    const dismissed = version ?? this.latest.version;
    if (isNewer(dismissed, this.latest.version)) {
      const msg = `The latest version is ${this.latest.version}`;
      throw invalid(['body', 'version'], msg, version);
    }
    await this.states.save(DISMISSED, dismissed);
    return dismissed;
  }

  async update(): Promise<void> {
    await this.states.save(INSTALLED, this.latest.version);
  }
}
