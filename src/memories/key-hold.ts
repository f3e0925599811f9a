import type { Claim } from './claim';

/** Where claims are kept. */
export interface ClaimStore {
  /** The claim as it is from now on; null when somebody has taken it over. */
  prolong(claim: Claim, heldForMs: number): Promise<Claim | null>;
  complete(claim: Claim, response: unknown): Promise<void>;
  giveBack(claim: Claim): Promise<void>;
}

/** Prolonged so often that one failure does not matter. */
const PROLONGED_TIMES = 3;

/** Keeps a claimed key from others for as long as its work takes. */
export class KeyHold {
  /** Each change waits for the one before: a claim is known by the end of its hold. */
  private claim: Promise<Claim>;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly keys: ClaimStore,
    claim: Claim,
    private readonly heldForMs: number,
  ) {
    this.claim = Promise.resolve(claim);
    this.timer = setInterval(() => this.prolong(), heldForMs / PROLONGED_TIMES);
    this.timer.unref();
  }

  async complete(response: unknown): Promise<void> {
    clearInterval(this.timer);
    await this.keys.complete(await this.claim, response);
  }

  /** Never throws: the hold lapses by itself. */
  async giveBack(): Promise<void> {
    clearInterval(this.timer);
    await this.keys.giveBack(await this.claim).catch(() => undefined);
  }

  private prolong(): void {
    this.claim = this.claim.then(async (claim) => {
      const longer = await this.keys.prolong(claim, this.heldForMs).catch(() => null);
      return longer ?? claim;
    });
  }
}
