import { isStorable } from '../../../common/text';
import type { Memory } from '../../memory';
import { toMemory } from '../document';
import { RemoteNotFound, type BackendApi, type RemoteDocument } from '../protocol/backend-api';

/** No server takes longer ids, in bytes. */
const MAX_ID = 256;

type Documents = Pick<BackendApi, 'getDocuments'>;

/** The existing memories; none if the namespace does not exist. */
export async function findMemories(
  api: Documents,
  namespace: string,
  ids: readonly string[],
): Promise<Memory[]> {
  return (await findDocuments(api, namespace, ids)).map(toMemory);
}

/** The existing documents, each once; none if the namespace does not exist. */
export async function findDocuments(
  api: Documents,
  namespace: string,
  ids: readonly string[],
): Promise<RemoteDocument[]> {
  const wanted = new Set(ids.filter(isPossibleId));
  if (wanted.size === 0) return [];
  try {
    const documents = await api.getDocuments(namespace, [...wanted]);
    return documents.filter(({ id }) => wanted.delete(id));
  } catch (error) {
    if (error instanceof RemoteNotFound) return [];
    throw error;
  }
}

/** A server may refuse a whole call for one id that no document can have. */
function isPossibleId(id: string): boolean {
  return id !== '' && isStorable(id) && Buffer.byteLength(id) <= MAX_ID;
}
