import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/domain-error';
import { Env } from '../config/env';
import type { RedactionMode } from '../config/env-choices';
import { AgentOverrides } from '../database/agent-overrides';
import { TimeSlices } from '../retrieval/time-slices';
import { screenFields, type Place, type ScreeningPolicy } from './screen-fields';
import { byKind, countSecrets, type KindCount } from './secret-counts';

/** Rows that were looked through; counts by kind. */
export interface Screened<T> {
  row: T;
  redacted: KindCount[];
  /** Stored as they are. */
  warned: KindCount[];
}

/** How long rows may hold the event loop. */
const SLICE_MS = 5;
/** Places that a refusal names. */
const MOST_PLACES = 20;

/** Looks through all that is about to be stored, for secrets and personal data, before anything is done with it. */
@Injectable()
export class Screening {
  private readonly slices = new TimeSlices(SLICE_MS, () => performance.now());

  constructor(
    private readonly env: Env,
    private readonly agents: AgentOverrides,
  ) {}

  /** The policy of an agent, or else of the settings. Changes by other processes count within a second. */
  async policyOf(namespace: string): Promise<ScreeningPolicy> {
    const { redaction, redactionPersonal } = await this.agents.of(namespace);
    return {
      credentials: (redaction as RedactionMode | null) ?? this.env.REDACTION,
      personal: (redactionPersonal as RedactionMode | null) ?? this.env.REDACTION_PERSONAL,
    };
  }

  /**
   * The rows, with placeholders in the place of what is redacted. `pathOf` names a row in a refusal; `isCounted` is false for
   * rows that were counted before. Throws SecretRefused, which names kinds and places, never what stands there.
   */
  async screen<T extends object>(
    namespace: string,
    rows: readonly T[],
    { pathOf = () => '', isCounted = true }: { pathOf?: (at: number) => string; isCounted?: boolean } = {},
  ): Promise<Screened<T>[]> {
    const policy = await this.policyOf(namespace);
    const screened: Screened<T>[] = [];
    const refused: Place[] = [];
    const all = rows.map((row, at) => ({ row, at }));
    await this.slices.forEach(all, ({ row, at }) => {
      const found = screenFields(row, policy);
      screened.push({ row: found.fields, redacted: byKind(found.redacted), warned: byKind(found.warned) });
      for (const place of found.refused) refused.push({ ...place, field: pathOf(at) + place.field });
    });
    if (isCounted) count(screened, refused);
    if (refused.length > 0) throw secretRefused(refused);
    return screened;
  }
}

function count(screened: readonly Screened<unknown>[], refused: readonly Place[]): void {
  countSecrets('refused', byKind(refused));
  if (refused.length > 0) return;
  for (const { redacted, warned } of screened) {
    countSecrets('redacted', redacted);
    countSecrets('warned', warned);
  }
}

function secretRefused(places: readonly Place[]): DomainError {
  const [first] = places;
  const where = first && `${first.field}, from ${first.start} to ${first.end} (${first.kind})`;
  const message = `This must not be stored: ${where ?? 'a secret'}. Leave it out`;
  return new DomainError('SecretRefused', message, { secrets: places.slice(0, MOST_PLACES) });
}
