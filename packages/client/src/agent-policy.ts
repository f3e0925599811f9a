import { type AgentCalls, type ChangeOptions, splitOptions } from './agent-calls.ts';
import type { PageOptions } from './agent-memories.ts';
import type { CallOptions } from './deadline.ts';
import type {
  PolicyRequest,
  PolicyResponse,
  PolicyStoredResponse,
  PresetAdoptedResponse,
  PresetListResponse,
  PresetResponse,
  PresetSummary,
  PurgeResponse,
  SweepListResponse,
  SweepResponse,
  SweepUndoneResponse,
} from './schemas.ts';
import { pathOf } from './transport.ts';

export type PresetName = PresetSummary['name'];
export interface SweepOptions extends CallOptions {
  /** Reports what would be done, and changes nothing. */
  dryRun?: boolean;
}

export interface ApplyOptions extends SweepOptions {
  /** With `dryRun`: this policy in place of the stored one. */
  policy?: PolicyRequest;
}

/** Sweeps and purges read all memories of the agent. */
const SWEEP_TIMEOUT_MS = 120_000;

/** When memories of an agent expire, and when expired ones are deleted. */
export class AgentPolicy {
  private readonly calls: AgentCalls;

  constructor(calls: AgentCalls) {
    this.calls = calls;
  }

  get(options?: CallOptions): Promise<PolicyResponse> {
    return this.calls.read({ method: 'GET', path: '/policy' }, options);
  }

  /** Replaces the whole policy. Nothing expires before the next sweep. */
  set(policy: PolicyRequest, options: ChangeOptions<Date | null> = {}): Promise<PolicyStoredResponse> {
    const { fields, call } = splitOptions(options);
    return this.calls.write({ method: 'PUT', path: '/policy', body: policy, ...fields }, call);
  }

  /** Replaces the whole policy by a preset. */
  preset(name: PresetName, options?: CallOptions): Promise<PresetAdoptedResponse> {
    return this.calls.write({ method: 'POST', path: '/policy/preset', body: { name } }, options);
  }

  presets(options?: CallOptions): Promise<PresetListResponse> {
    return this.calls.read({ method: 'GET', path: '/policy/presets' }, options);
  }

  /** The whole policy of a preset, which is not adopted. */
  getPreset(name: PresetName, options?: CallOptions): Promise<PresetResponse> {
    return this.calls.read({ method: 'GET', path: pathOf`/policy/presets/${name}` }, options);
  }

  /** Expires what the policy says. */
  apply(options: ApplyOptions = {}): Promise<SweepResponse> {
    return this.sweep('/policy/apply', options);
  }

  /** Deletes memories for good that expired long enough ago. */
  purge(options: SweepOptions = {}): Promise<PurgeResponse> {
    return this.sweep('/policy/purge', options);
  }

  /** The sweeps and purges of the agent, newest first. */
  sweeps(options: PageOptions = {}): Promise<SweepListResponse> {
    const { fields, call } = splitOptions(options);
    return this.calls.read({ method: 'GET', path: '/policy/sweeps', query: fields }, call);
  }

  /** Restores what a sweep expired. */
  undo(sweepId: string, options?: CallOptions): Promise<SweepUndoneResponse> {
    const path = pathOf`/policy/sweeps/${sweepId}/undo`;
    return this.calls.write({ method: 'POST', path, defaultTimeoutMs: SWEEP_TIMEOUT_MS }, options);
  }

  private sweep<T>(path: string, options: SweepOptions): Promise<T> {
    const { fields, call } = splitOptions(options);
    return this.calls.write({ method: 'POST', path, body: fields, defaultTimeoutMs: SWEEP_TIMEOUT_MS }, call);
  }
}
