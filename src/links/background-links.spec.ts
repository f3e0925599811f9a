import { Logger } from '@nestjs/common';
import { eventually } from '../../test/support/eventually';
import type { TextChanges, TextPlace } from '../backend/text-changes.repository';
import { BackgroundLinks, furtherRest } from './background-links.service';
import type { LinkTurn } from './link-turn.service';
import type { LinkOwner, LinksRepository } from './links.repository';

/** The texts of namespaces in memory, with one cursor each. */
class FakeTexts {
  readonly all = new Map<string, string[]>();
  readonly passed = new Map<string, number>();
  readonly advanced: string[] = [];
  holders = new Map<string, string>();
  /** How often a namespace was asked for that another process had. */
  refused = 0;
  listener: ((namespace: string) => void) | null = null;

  write(namespace: string, ...ids: string[]): void {
    this.all.set(namespace, [...(this.all.get(namespace) ?? []), ...ids]);
  }
  onWritten(listener: ((namespace: string) => void) | null): void {
    this.listener = listener;
  }
  bringBack = () => Promise.resolve();
  findWaiting = () =>
    Promise.resolve([...this.all.keys()].filter((name) => this.unread(name).length > 0).sort());
  hold(namespace: string, holder: string): Promise<boolean> {
    const current = this.holders.get(namespace) ?? holder;
    this.holders.set(namespace, current);
    if (current !== holder) this.refused++;
    return Promise.resolve(current === holder);
  }
  release(namespace: string, holder: string): Promise<void> {
    if (this.holders.get(namespace) === holder) this.holders.delete(namespace);
    return Promise.resolve();
  }
  readNext(namespace: string, limit: number) {
    const unread = this.unread(namespace);
    const places = unread.slice(0, limit).map((memoryId): TextPlace => ({ xid: '1', memoryId }));
    return Promise.resolve({ places, isMore: unread.length > limit });
  }
  advance(namespace: string, holder: string, { memoryId }: TextPlace): Promise<boolean> {
    if (this.holders.get(namespace) !== holder) return Promise.resolve(false);
    this.advanced.push(memoryId);
    this.passed.set(namespace, (this.all.get(namespace)?.indexOf(memoryId) ?? -1) + 1);
    return Promise.resolve(true);
  }
  unread(namespace: string): string[] {
    return (this.all.get(namespace) ?? []).slice(this.passed.get(namespace) ?? 0);
  }
}

describe('finding links in the background', () => {
  let texts: FakeTexts;
  let judged: string[];
  let fails: (id: string) => Error | null;
  let settingOf: (namespace: string) => LinkOwner['supersession'];
  let background: BackgroundLinks;
  let warnings: jest.SpyInstance;

  beforeEach(() => {
    [texts, judged, fails, settingOf] = [new FakeTexts(), [], () => null, () => 'link'];
    warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    warnings.mockClear();
    const owners = {
      ownerOf: (namespace: string) =>
        Promise.resolve({ agentId: 'demo', namespace, supersession: settingOf(namespace) }),
    };
    const turns = {
      take: (_: LinkOwner, { memoryId }: TextPlace) => {
        const error = fails(memoryId);
        if (error) return Promise.reject(error);
        judged.push(memoryId);
        return Promise.resolve();
      },
    };
    background = new BackgroundLinks(
      texts as unknown as TextChanges,
      owners as unknown as LinksRepository,
      turns as unknown as LinkTurn,
    );
  });
  afterEach(() => background.onModuleDestroy());

  const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => `m${n}`);
  const untilJudged = (count: number) =>
    eventually(
      () => judged.length,
      (length) => length >= count,
      10_000,
    );
  const untilRefused = (count: number) =>
    eventually(
      () => texts.refused,
      (refused) => refused >= count,
      10_000,
    );

  it('works off at its start what was written before, each text once and in order', async () => {
    texts.write('a', ...ids(57));
    background.onApplicationBootstrap();
    await untilJudged(57);
    expect(judged).toEqual(ids(57));
    await eventually(
      () => texts.holders.size,
      (held) => held === 0,
      5_000,
    );
  });

  it('looks when a write is announced', async () => {
    background.onApplicationBootstrap();
    await eventually(
      () => texts.listener,
      (listener) => listener !== null,
    );
    texts.write('a', 'm0');
    texts.listener?.('a');
    await untilJudged(1);
  });

  it('says that it cannot look for texts of other processes, and compares its own', async () => {
    texts.findWaiting = () => Promise.reject(new TypeError('refused'));
    background.onApplicationBootstrap();
    await eventually(
      () => warnings.mock.calls,
      ([call]) => String(call?.[0]).includes('TypeError'),
    );
    texts.write('a', 'm0');
    texts.listener?.('a');
    await untilJudged(1);
  });

  it('gives each namespace its turn', async () => {
    texts.write('a', ...ids(40));
    texts.write('b', 'other');
    background.onApplicationBootstrap();
    await untilJudged(41);
    expect(judged.indexOf('other')).toBeLessThan(25);
  });

  it('waits while another process has the namespace', async () => {
    background.onApplicationBootstrap();
    await eventually(
      () => texts.listener,
      (listener) => listener !== null,
    );
    texts.write('a', 'm0');
    texts.holders.set('a', 'another');
    texts.listener?.('a');
    await untilRefused(2);
    expect(judged).toEqual([]);
    texts.holders.delete('a');
    await untilJudged(1);
  });

  it('takes over at its start what a process that died had', async () => {
    texts.write('a', 'm0');
    texts.holders.set('a', 'dead');
    background.onApplicationBootstrap();
    await untilRefused(1);
    texts.holders.delete('a');
    await eventually(
      () => judged.length,
      (length) => length === 1,
      15_000,
    );
  }, 20_000);

  it('does nothing for an agent that is off', async () => {
    settingOf = (namespace) => (namespace === 'a' ? 'off' : 'link');
    texts.write('a', 'm0');
    // Its turn is after that of the other one.
    texts.write('b', 'm1');
    background.onApplicationBootstrap();
    await untilJudged(1);
    expect([judged, texts.holders.has('a')]).toEqual([['m1'], false]);
  });

  it('says that it pauses once for all namespaces that fail together', async () => {
    const asked = new Set<string>();
    settingOf = (namespace) => {
      asked.add(namespace);
      throw new TypeError('refused');
    };
    for (const namespace of ['a', 'b', 'c']) texts.write(namespace, 'm0');
    background.onApplicationBootstrap();
    await eventually(
      () => asked.size,
      (size) => size === 3,
    );
    expect(warnings.mock.calls).toEqual([['Finding links pauses: TypeError']]);
  });

  it('passes a text that fails again and again, after the third time', async () => {
    texts.write('a', 'bad', 'm1');
    let failures = 0;
    fails = (id) => (id === 'bad' && (failures += 1) > 0 ? new Error('bad') : null);
    background.onApplicationBootstrap();
    await untilJudged(1);
    expect([judged, failures]).toEqual([['m1'], 3]);
  });
});

describe('the rest after a text', () => {
  it('is as long as the work while the process has little else to do', () => {
    expect(furtherRest(9, 0.2)).toBe(0);
  });

  it('leaves a busy process to requests until a tenth of a second has passed', () => {
    expect(furtherRest(9, 0.9)).toBe(91);
    expect(furtherRest(250, 0.9)).toBe(0);
  });
});
