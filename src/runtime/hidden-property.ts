/**
 * A value on an object under a private symbol. It replaces a WeakMap from requests to their data, because V8's young
 * collections keep a WeakMap value that references its own key alive, so that whole requests reach the old generation.
 * With a WeakMap a request of the mixed profile leaves 12.5 KB there instead of 4.8 (docs/adr/0017). A spread copy of
 * the object has the value too.
 */
export class HiddenProperty<Owner extends object, Value> {
  private readonly key: symbol;

  /** `name`: shown in a debugger. */
  constructor(name: string) {
    this.key = Symbol(name);
  }

  set(owner: Owner, value: Value): void {
    (owner as Record<symbol, unknown>)[this.key] = value;
  }

  /** Undefined when no value was set. */
  get(owner: Owner): Value | undefined {
    return (owner as Record<symbol, unknown>)[this.key] as Value | undefined;
  }
}
