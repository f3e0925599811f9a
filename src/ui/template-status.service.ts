import { Injectable } from '@nestjs/common';
import { invalid } from '../common/validation-error';
import { INSTRUCTION_TEMPLATE } from './instruction-template';
import { isNewer, type TemplateState } from './template-version';
import { UiStateRepository } from './ui-state.repository';

const INSTALLED = 'template.installed_version';
const DISMISSED = 'template.dismissed_version';

/** Which version of the instruction template the user has, and which he wants to hear no more of. */
@Injectable()
export class TemplateStatusService {
  readonly latest = INSTRUCTION_TEMPLATE;

  constructor(private readonly states: UiStateRepository) {}

  async state(): Promise<TemplateState> {
    const found = await this.states.find([INSTALLED, DISMISSED]);
    return { installed: found.get(INSTALLED) ?? null, dismissed: found.get(DISMISSED) ?? null };
  }

  /** The latest version where none is named. Throws a validation error for one that does not exist yet. */
  async dismiss(version: string | null): Promise<string> {
    const dismissed = version ?? this.latest.version;
    if (isNewer(dismissed, this.latest.version)) {
      const msg = `The latest version is ${this.latest.version}`;
      throw invalid(['body', 'version'], msg, version);
    }
    await this.states.save(DISMISSED, dismissed);
    return dismissed;
  }

  /** Notes that the user takes the latest version. */
  async update(): Promise<void> {
    await this.states.save(INSTALLED, this.latest.version);
  }
}
