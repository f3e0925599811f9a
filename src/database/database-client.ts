import { Client, type ClientConfig } from 'pg';
import type { DatabaseHostAddress, SessionAttributes } from '../config/database-url';
import { connectionOf } from './driver-connection';
import { NotWritable, PrimaryFinder } from './primary-finder';

/** Of a server that is asked whether it may be used; with the connection that follows it stays below the pool's limit. */
const PROBE_TIMEOUT_MS = 2_000;

/** How to connect to a database that may have several servers. */
export interface DatabaseClientConfig extends ClientConfig {
  /** Unset: the one server of the configuration. */
  finder?: PrimaryFinder;
  /** What the server must be; unset: anything. */
  attributes?: SessionAttributes;
}

/** Settings that the server sends when a connection begins, PostgreSQL since version 14. */
interface ServerSettings {
  in_hot_standby?: string;
  default_transaction_read_only?: string;
}

type Callback = (error: Error | null, client?: DatabaseClient) => void;

/** A connection to the server that may be used, of one or several. */
export class DatabaseClient extends Client {
  private readonly settings: ServerSettings = {};

  constructor(private readonly config: DatabaseClientConfig) {
    super(config);
    // A connection that breaks before its user takes it has no other listener, and an unheard error ends the process.
    this.on('error', () => undefined);
    connectionOf(this).on('parameterStatus', (message: { parameterName: string; parameterValue: string }) =>
      Object.assign(this.settings, { [message.parameterName]: message.parameterValue }),
    );
  }

  override connect(): Promise<this>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<this> | void {
    const connected = this.reach();
    if (callback === undefined) return connected;
    connected.then(
      () => callback(null, this),
      (error: unknown) => callback(error as Error),
    );
  }

  /** Closes the connection without a farewell, which a server may not take that does not answer. */
  abandon(): void {
    connectionOf(this).stream.destroy();
  }

  private async reach(): Promise<this> {
    const { finder } = this.config;
    if (finder !== undefined) Object.assign(this, await finder.find());
    try {
      await super.connect();
      await this.checkServer();
      return this;
    } catch (error) {
      finder?.forget();
      throw error;
    }
  }

  /** Throws `NotWritable`, and closes the connection, if the server is not what it must be. */
  private async checkServer(): Promise<void> {
    const { attributes = 'any' } = this.config;
    if (attributes === 'any') return;
    const { in_hot_standby: standby, default_transaction_read_only: readOnly } =
      this.settings.in_hot_standby === undefined ? await this.askSettings() : this.settings;
    const reason = standby === 'on' ? 'standby' : readOnly === 'on' ? 'read-only' : null;
    if (reason === null || (reason === 'read-only' && attributes === 'primary')) return;
    await this.end();
    throw new NotWritable(reason);
  }

  /** A pooler in between may not pass the settings on. */
  private async askSettings(): Promise<ServerSettings> {
    const { rows } = await this.query<ServerSettings>(
      `SELECT CASE WHEN pg_is_in_recovery() THEN 'on' ELSE 'off' END AS in_hot_standby,
        current_setting('default_transaction_read_only') AS default_transaction_read_only`,
    );
    return rows[0] ?? {};
  }
}

/** Asks each server by a connection of its own, which is closed again. */
export function finderOf(
  servers: readonly DatabaseHostAddress[],
  config: DatabaseClientConfig,
): PrimaryFinder {
  return new PrimaryFinder(servers, async (server) => {
    const client = new DatabaseClient({ ...config, connectionTimeoutMillis: PROBE_TIMEOUT_MS });
    await Object.assign(client, server).connect();
    await client.end();
  });
}
