import { SETTING_TEXTS } from '../../../../src/config/setting-texts.ts';

/** What is set by the environment alone, and is not shown. */
const SECRET_TEXTS: Record<string, string> = {
  'service.secret_key': 'The management credential, and what sessions are signed with.',
  'database.url': 'The PostgreSQL server. Without it, the service has a database of its own.',
  'backend.api_key': 'For the server that keeps the memories, where that is another one.',
  'backend_server.api_key': 'What this service asks of others, where it keeps memories for them.',
  'embeddings.api_key': 'For the server that turns texts into vectors.',
  'llm.api_key': 'For the language model that writes answers and extracts memories.',
  'decision.api_key': 'For the model that decides about conflicts.',
  'files.s3_access_key_id': 'For the S3 storage of files, with the secret below.',
  'files.s3_secret_access_key': 'The secret of that access.',
};

const GROUPS: readonly (readonly [prefix: string, title: string])[] = [
  ['session.', 'Sessions'],
  ['recall.', 'Recall'],
  ['schedule.', 'Nightly maintenance'],
  ['activity.', 'Activity log'],
];

const OTHERS = 'Others';
export const SECRETS = 'Secrets, which only the environment sets';

/** What a setting does, in a sentence; empty for one that this version does not know. */
export function settingText(name: string): string {
  return (SETTING_TEXTS as Record<string, string>)[name] ?? SECRET_TEXTS[name] ?? '';
}

/** Under which heading a setting stands. */
export function settingGroup(name: string): string {
  if (name in SECRET_TEXTS) return SECRETS;
  return GROUPS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? OTHERS;
}

/** `recall.limit` as it is read: Limit. */
export function settingTitle(name: string): string {
  const words = name.slice(name.indexOf('.') + 1).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
