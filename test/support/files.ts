import { eventually } from './eventually';

/** A file as the interface shows it. */
export interface ShownFile {
  file_id: string;
  status: 'processing' | 'indexed' | 'failed';
  chunks: number;
  progress: number;
  error: string | null;
}

/** Where and as whom to speak with a service. */
export interface FileClient {
  url: string;
  agentId: string;
  token: string;
}

function pathOf({ url, agentId }: FileClient, path: string): string {
  return `${url}/api/v2/agents/${agentId}/${path}`;
}

/** Sends a file; its id. */
export async function upload(client: FileClient, name: string, bytes: string | Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  const answer = await fetch(pathOf(client, 'upload-file'), {
    method: 'POST',
    headers: { 'X-Session-Token': client.token },
    body: form,
  });
  if (answer.status !== 200) throw new Error(`Upload: status ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { file_id: string }).file_id;
}

export async function shownFile(client: FileClient, fileId: string): Promise<ShownFile> {
  const answer = await fetch(pathOf(client, `files/${fileId}`), {
    headers: { 'X-Session-Token': client.token },
  });
  if (answer.status !== 200) throw new Error(`File: status ${answer.status}`);
  return (await answer.json()) as ShownFile;
}

/** The file when it is not being read any more. */
export function settled(client: FileClient, fileId: string): Promise<ShownFile> {
  return eventually(
    () => shownFile(client, fileId),
    ({ status }) => status !== 'processing',
  );
}

export interface ShownChunk {
  id: string;
  title: string;
  content: string;
  type: string;
  source: string;
  source_ref: string;
  provenance: string;
}

/** All that an agent remembers, oldest first. */
export async function everything(client: FileClient): Promise<ShownChunk[]> {
  const answer = await fetch(pathOf(client, 'recall/all'), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/x-ndjson',
      'X-Session-Token': client.token,
    },
    body: '{}',
  });
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as ShownChunk);
}
