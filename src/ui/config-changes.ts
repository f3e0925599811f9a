import { isObject } from '../common/objects';
import { UnreadBody } from '../common/request-body';
import { invalid, ValidationError, type ValidationIssue } from '../common/validation-error';
import { isSecretKey, isSettingKey, settingProblems, type SecretKey } from '../config/setting';
import type { SettingChanges } from '../settings/setting-sources';

export interface ConfigChanges {
  settings: SettingChanges;
  /** They are known and not to be changed here. */
  secrets: readonly SecretKey[];
}

/** More mistakes than anybody corrects at once need not be told. */
const MAX_ISSUES = 50;
const MAX_SHOWN_KEY = 100;

/**
 * The changes that a request asks for: its body is a map whose keys are those of the settings. Throws a
 * ValidationError that names the keys which are unknown or have a bad value. No body is no change.
 */
export function configChanges(body: unknown): ConfigChanges {
  const entries = Object.entries(givenBody(body));
  const issues = entries.flatMap(([key, value]) => issuesOf(key, value));
  if (issues.length > 0) throw new ValidationError(issues.slice(0, MAX_ISSUES));
  return {
    settings: Object.fromEntries(entries.filter(([key]) => isSettingKey(key))),
    secrets: entries.map(([key]) => key).filter(isSecretKey),
  };
}

function givenBody(body: unknown): object {
  if (body instanceof UnreadBody) {
    throw invalid(['body'], 'Send the body as JSON, with Content-Type: application/json', null);
  }
  if (body === undefined || body === null) return {};
  if (isObject(body)) return body;
  throw invalid(['body'], 'Input should be a valid object', body, 'dict_type');
}

function issuesOf(key: string, value: unknown): ValidationIssue[] {
  // The value of a secret is not looked at, lest an answer repeat it.
  if (isSecretKey(key)) return [];
  if (!isSettingKey(key)) return [issue(key, 'value_error', 'There is no such setting', null)];
  if (value === null) return [];
  return settingProblems(key, value).map(({ type, msg, input }) => issue(key, type, msg, input));
}

function issue(key: string, type: string, msg: string, input: unknown): ValidationIssue {
  const shown = key.slice(0, MAX_SHOWN_KEY).toWellFormed().replaceAll('\u0000', '\ufffd');
  return { type, loc: ['body', shown], msg, input };
}
