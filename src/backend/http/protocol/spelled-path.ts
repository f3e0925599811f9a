import type { BackendTransport } from './backend-transport';
import type { Call, Reply } from './call';

const NOT_FOUND = 404;
/** Of a path that the server does not know; 404 is also a namespace that is missing. */
const MAY_BE_ELSEWHERE: ReadonlySet<number> = new Set([NOT_FOUND, 405]);

/** The last part of a path that servers spell in two ways: that which the server took last is tried first. */
export class SpelledPath {
  constructor(private spellings: readonly [first: string, second: string]) {}

  async call<T>(transport: BackendTransport, callOf: (spelling: string) => Call<T>): Promise<Reply<T>> {
    const [first, second] = this.spellings;
    const reply = await transport.call(callOf(first));
    if (reply.isGood || !MAY_BE_ELSEWHERE.has(reply.status)) return reply;
    const other = await transport.call(callOf(second));
    if (other.isGood) this.spellings = [second, first];
    if (other.isGood || !MAY_BE_ELSEWHERE.has(other.status)) return other;
    return reply.status === NOT_FOUND ? reply : other;
  }
}
