/** What an environment keeps secret, under the names by which it is told whether they are set. Values are never shown. */
export const SECRET_VARIABLES = {
  'service.secret_key': 'SERVICE_SECRET_KEY',
  'database.url': 'DATABASE_URL',
  'backend.api_key': 'BACKEND_API_KEY',
  'backend_server.api_key': 'BACKEND_SERVER_API_KEY',
  'embeddings.api_key': 'EMBEDDINGS_API_KEY',
  'llm.api_key': 'LLM_API_KEY',
  'files.s3_access_key_id': 'FILES_S3_ACCESS_KEY_ID',
  'files.s3_secret_access_key': 'FILES_S3_SECRET_ACCESS_KEY',
} as const;

export type SecretKey = keyof typeof SECRET_VARIABLES;

export const SECRET_KEYS = Object.keys(SECRET_VARIABLES) as SecretKey[];

export function isSecretKey(key: string): key is SecretKey {
  return Object.hasOwn(SECRET_VARIABLES, key);
}
