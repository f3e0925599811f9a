import { Injectable } from '@nestjs/common';
import { namespaceOf } from '../agents/agent';
import { Fingerprints, contentKey } from '../backend/fingerprints';
import type { Memory } from '../backend/memory';
import type { FormerVersion } from '../backend/memory-erasure';
import { STORED_MEMORIES } from '../backend/memory-filter';
import { fileOf } from '../files/chunks/chunk-memory';
import type { OpenRun } from './forget-run';
import { ForgetPorts } from './forget-ports.service';
import { ForgetRunsRepository } from './forget-runs.repository';
import { meantVersions } from './former-versions';
import { meantOf } from './judging';
import { type Judge, textsIn } from './selector';
import { Quotations } from './quotations.service';

/** Memories that are deleted in one transaction. */
const SLICE = 200;

/** Continues the run, or throws when another process has taken it. */
export type Hold = () => Promise<void>;

/** Deletes what a selector means from one agent's memories and their histories, in slices. */
@Injectable()
export class ForgetPass {
  constructor(
    private readonly ports: ForgetPorts,
    private readonly runs: ForgetRunsRepository,
    private readonly quotations: Quotations,
    private readonly fingerprints: Fingerprints,
  ) {}

  /** The number of memories and former versions that it deleted. */
  async run(run: OpenRun, agentId: string, judge: Judge, hold: Hold): Promise<number> {
    await this.refuseDigests(run, agentId);
    let deleted = 0;
    let slice: Memory[] = [];
    for await (const memories of this.ports.listings.stream(namespaceOf(agentId), STORED_MEMORIES)) {
      await hold();
      slice.push(...(await meantOf(memories, (memory) => judge.memory(memory)?.verdict === 'certain')));
      while (slice.length >= SLICE) {
        deleted += await this.deleteMemories(run, agentId, slice.slice(0, SLICE));
        slice = slice.slice(SLICE);
      }
    }
    deleted += await this.deleteMemories(run, agentId, slice);
    return deleted + (await this.eraseFormer(run, agentId, judge, hold));
  }

  /** Refuses the digests of a receipt that is applied again. */
  private async refuseDigests({ receiptId, selector }: OpenRun, agentId: string): Promise<void> {
    if (selector.digests === null) return;
    await this.runs.addDigests(receiptId, selector.digests);
    await this.ports.erasure.refuse(namespaceOf(agentId), selector.digests);
  }

  private async deleteMemories(run: OpenRun, agentId: string, memories: readonly Memory[]): Promise<number> {
    if (memories.length === 0) return 0;
    const ids = memories.map(({ id }) => id);
    await this.quotations.eraseQueries(run.receiptId, agentId, ids);
    return this.deleteCounted(run, agentId, ids);
  }

  /** Reads what is there under locks: none of two runs counts what the other deleted, and no edit meanwhile is missed. */
  private async deleteCounted(run: OpenRun, agentId: string, ids: readonly string[]): Promise<number> {
    const namespace = namespaceOf(agentId);
    const { store, erasure } = this.ports;
    const { by, sessionId, receiptId } = run;
    const done = await store.unitOfWork(namespace, {
      ids,
      work: async (there) => {
        const left = there.map(({ id }) => id);
        const files = there.map(fileOf).filter((fileId) => fileId !== null);
        const former = await erasure.formerOf(namespace, left);
        const reports = await this.quotations.countReports(agentId, left);
        await this.keepDigests(run, namespace, there, former);
        const deleted = await store.deleteAll(namespace, left, { at: null, sessionId, by });
        const counts = {
          memories: deleted,
          chunks: files.length,
          former_versions: former.length,
          conflict_rows: reports,
        };
        return { deleted, files, counts };
      },
      record: async ({ files, counts }) => {
        await this.runs.addCounts(receiptId, counts);
        await this.runs.addFiles(receiptId, files);
      },
    });
    return done.deleted;
  }

  /**
   * The digests are there before the memories go, so that a receipt never lacks one: an external backend deletes in the
   * `work` of a unit, before its `record`. Digests that are there already change nothing.
   */
  private async keepDigests(
    run: OpenRun,
    namespace: string,
    memories: readonly Memory[],
    former: readonly FormerVersion[],
  ): Promise<void> {
    await this.addDigests(
      run,
      memories.map(({ content }) => content),
    );
    const formerContents = former.flatMap(({ values }) => contentOf(values));
    await this.ports.erasure.refuse(namespace, await this.addDigests(run, formerContents));
  }

  /** Former versions that a selector means, of memories that it does not mean. */
  private async eraseFormer(run: OpenRun, agentId: string, judge: Judge, hold: Hold): Promise<number> {
    if (!judge.judgesTexts) return 0;
    const namespace = namespaceOf(agentId);
    let erased = 0;
    for await (const versions of this.ports.erasure.former(namespace)) {
      await hold();
      const meant = await meantVersions(this.ports.store, namespace, versions, judge);
      erased += await this.eraseVersions(run, namespace, meant);
    }
    return erased;
  }

  private async eraseVersions(
    run: OpenRun,
    namespace: string,
    versions: readonly FormerVersion[],
  ): Promise<number> {
    if (versions.length === 0) return 0;
    const texts = versions.flatMap(({ values }) => textsIn(Object.values(values)));
    await this.ports.erasure.refuse(namespace, await this.addDigests(run, texts));
    const keys = versions.map(({ key }) => key);
    const counted = this.runs.counted(run.receiptId, 'former_versions');
    return counted(() => this.ports.erasure.eraseFormer(namespace, keys));
  }

  /** Removes what recall keeps of deleted memories. */
  dropDerived(agentId: string): Promise<void> {
    return this.ports.erasure.dropDerived(namespaceOf(agentId));
  }

  /** The digests of these texts, which the receipt has from now on. */
  async addDigests(run: Pick<OpenRun, 'receiptId'>, texts: readonly string[]): Promise<string[]> {
    const digests = await this.fingerprints.of(texts.map(contentKey));
    await this.runs.addDigests(run.receiptId, digests);
    return digests;
  }
}

function contentOf({ content }: Record<string, unknown>): string[] {
  return typeof content === 'string' ? [content] : [];
}
