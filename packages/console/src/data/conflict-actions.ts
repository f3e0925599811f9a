import type { ConflictAction } from './client.ts';

export interface Choice {
  action: ConflictAction;
  /** Key that chooses it. */
  key?: string;
  name: string;
  hint: string;
}

export const CHOICES: readonly Choice[] = [
  { action: 'supersede', key: '1', name: 'The new one replaces the old', hint: 'the old one becomes history' },
  { action: 'expire_new', key: '2', name: 'Keep old', hint: 'expires the new one' },
  { action: 'keep_both', key: '3', name: 'Keep both', hint: 'changes nothing' },
  { action: 'manual', key: '4', name: 'Write a replacement', hint: 'deletes both' },
];

export const OTHER_CHOICES: readonly Choice[] = [
  { action: 'expire_old', name: 'Expire the old one', hint: 'can be restored' },
  { action: 'expire_both', name: 'Expire both', hint: 'can be restored' },
  { action: 'keep_new', name: 'Delete the old one', hint: 'cannot be undone' },
  { action: 'keep_old', name: 'Delete the new one', hint: 'cannot be undone' },
  { action: 'remove_both', name: 'Delete both', hint: 'cannot be undone' },
];
