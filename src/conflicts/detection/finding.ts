import type { Clash } from './clash';
import type { ConflictType } from './verdict';

/** What a pair of memories comes to, before it is put into words. */
export interface Finding {
  type: ConflictType;
  /** Null for a duplicate. */
  clash: Clash | null;
}
