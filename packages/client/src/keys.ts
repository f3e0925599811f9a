import { splitOptions } from './agent-calls.ts';
import type { CallOptions } from './deadline.ts';
import type { CreatedKeyDto, CreateKeyRequest, KeyListDto, KeyRevokedDto } from './schemas.ts';
import { pathOf, type Transport } from './transport.ts';

const KEYS = '/api/v2/keys';

export type CreateKeyOptions = Omit<CreateKeyRequest, 'expiresAt'> & {
  /** Null or absent: never. */
  expiresAt?: Date | string | null;
} & CallOptions;

/** Keys of the service. Needs this machine or the management credential: a key manages no keys. */
export class Keys {
  private readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /**
   * The key itself is only in this answer. A lost answer is not asked for again, because that would make a second key:
   * revoke what `list` shows then.
   */
  create(options: CreateKeyOptions): Promise<CreatedKeyDto> {
    const { fields, call } = splitOptions(options);
    return this.transport.request(
      { method: 'POST', path: KEYS, body: fields, isRepeatedOnlyWhenRefused: true },
      call,
    );
  }

  /** Newest first. */
  list(options?: CallOptions): Promise<KeyListDto> {
    return this.transport.request({ method: 'GET', path: KEYS }, options);
  }

  /** Holds at once. */
  revoke(id: string, options?: CallOptions): Promise<KeyRevokedDto> {
    return this.transport.request(
      {
        method: 'DELETE',
        path: pathOf`/api/v2/keys/${id}`,
        doneCode: 'KeyNotFound',
        done: () => Promise.resolve({ status: 'revoked', keyId: id }),
      },
      options,
    );
  }
}
