/**
 * A value kept on an object by whoever has the slot, for as long as the object lives: what belongs to a request, and is
 * not for others to see. A copy of the object by spreading has it too.
 *
 * As a WeakMap does, but that V8, where it collects young objects only, takes a value of a WeakMap that reaches its own
 * key for alive: all of a finished request would grow old with it, and for collections of old objects requests wait
 * (docs/adr/0017).
 */
export class Slot<Owner extends object, Value> {
  private readonly key: symbol;

  /** `name`: for who looks at the object in a debugger. */
  constructor(name: string) {
    this.key = Symbol(name);
  }

  set(owner: Owner, value: Value): void {
    (owner as Record<symbol, unknown>)[this.key] = value;
  }

  /** Undefined where nothing was set. */
  get(owner: Owner): Value | undefined {
    return (owner as Record<symbol, unknown>)[this.key] as Value | undefined;
  }
}
