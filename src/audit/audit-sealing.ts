import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AuditChainsRepository, ChainHead, PlacedRecord, WaitingEntry } from './audit-chains.repository';
import { entryMac } from './audit-entry';
import type { AuditKeys } from './audit-keys';
import { GENESIS, placeText, recordHash, type AuditRecord, type SignedPlace } from './audit-record';
import type { AuditTrail } from './audit-trail';
import { isSignature, type SigningKey } from './signing-key';

/** A chain that must not be continued: what is stored is not what was sealed. */
export class ChainBroken extends Error {
  constructor(
    readonly chain: string,
    message: string,
  ) {
    super(message);
  }
}

type Place = Pick<SignedPlace, 'seq' | 'hash'>;

/** Chains whose ends a process remembers. */
const REMEMBERED = 10_000;

/** Continues chains with the entries that wait. Checks the end of each before it signs a new one. */
export class AuditSealing {
  /** The ends that this process sealed last: if the database has an older one, somebody put it back. */
  private readonly ends = new LRUCache<string, Place>({ max: REMEMBERED });

  constructor(
    private readonly chains: AuditChainsRepository,
    private readonly trail: Pick<AuditTrail, 'macKey'>,
    private readonly signing: SigningKey,
    private readonly keys: AuditKeys,
  ) {}

  /** Seals waiting entries in a transaction of its own. Returns their number. Throws ChainBroken. */
  async seal(limit: number, but: readonly string[]): Promise<number> {
    const { count, heads } = await this.chains.sealing(() => this.place(limit, but));
    // Only after the commit: after a kill of the database the chain continues from the end before.
    for (const { chain, seq, hash } of heads) {
      if (seq > (this.ends.get(chain)?.seq ?? 0)) this.ends.set(chain, { seq, hash });
    }
    return count;
  }

  private async place(
    limit: number,
    but: readonly string[],
  ): Promise<{ count: number; heads: (Place & { chain: string })[] }> {
    const waiting = await this.chains.waiting(limit, but);
    if (waiting.length === 0) return { count: 0, heads: [] };
    const byChain = grouped(waiting);
    const ends = await this.endsOf([...byChain.keys()]);
    const macKey = await this.trail.macKey();
    const records: PlacedRecord[] = [];
    const heads: (SignedPlace & { chain: string })[] = [];
    for (const [chain, entries] of byChain) {
      const added = continued(entries, ends.get(chain) ?? { seq: 0, hash: GENESIS }, macKey);
      records.push(...added);
      heads.push(await this.headOf(chain, added));
    }
    await this.chains.seal(
      waiting.map(({ n }) => n),
      records,
      heads,
    );
    return { count: waiting.length, heads };
  }

  private async headOf(
    chain: string,
    added: readonly AuditRecord[],
  ): Promise<SignedPlace & { chain: string }> {
    const last = added.at(-1);
    if (last === undefined) throw new Error('A chain has no new records');
    const { seq, hash, at } = last;
    return { chain, seq, hash, at, ...(await this.signing.sign(placeText('head', chain, last))) };
  }

  private async endsOf(chains: readonly string[]): Promise<Map<string, Place>> {
    const heads = await this.chains.heads(chains);
    const ends = new Map<string, Place>();
    for (const head of heads) ends.set(head.chain, await this.checked(head));
    const others = chains.filter((chain) => !ends.has(chain));
    const headless = others.length === 0 ? new Set<string>() : await this.chains.withRecords(others);
    for (const chain of others) {
      if (headless.has(chain)) throw new ChainBroken(chain, 'its head is missing');
      if ((this.ends.get(chain)?.seq ?? 0) > 0) throw new ChainBroken(chain, 'it was removed');
    }
    return ends;
  }

  private async checked(head: ChainHead): Promise<Place> {
    const { chain, seq, hash } = head;
    const known = this.ends.get(chain);
    if (head.lastHash !== hash) throw new ChainBroken(chain, `record ${seq} is not the one of its head`);
    if (known?.seq === seq && known.hash === hash) return head;
    if (known !== undefined && known.seq >= seq) {
      throw new ChainBroken(chain, `it ends with record ${seq}, and ended with record ${known.seq} before`);
    }
    const key = await this.keys.find(head.keyId);
    if (key === null || !isSignature(placeText('head', chain, head), head.signature, key)) {
      throw new ChainBroken(chain, 'its head is not signed by this service');
    }
    return head;
  }
}

function grouped(waiting: readonly WaitingEntry[]): Map<string, WaitingEntry[]> {
  const byChain = new Map<string, WaitingEntry[]>();
  for (const entry of waiting) byChain.set(entry.chain, [...(byChain.get(entry.chain) ?? []), entry]);
  return byChain;
}

function continued(entries: readonly WaitingEntry[], end: Place, macKey: KeyObject): PlacedRecord[] {
  let { seq, hash } = end;
  return entries.map(({ n: _, mac, ...entry }) => {
    const record = { ...entry, seq: ++seq, proven: entryMac(entry, macKey) === mac };
    hash = recordHash(record, hash);
    return { ...record, hash };
  });
}
