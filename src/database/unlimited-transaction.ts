/**
 * For the first statement of a transaction that may be idle for long. Keep-alives let the server notice within a
 * minute, and not after two hours, that the machine of the client is gone. All of it ends with the transaction, because
 * a pooler such as PgBouncer gives the connection to other clients then. `transaction_timeout` came with PostgreSQL 17.
 */
export const UNLIMITED_TRANSACTION = `
SET LOCAL tcp_keepalives_idle = 20;
SET LOCAL tcp_keepalives_interval = 10;
SET LOCAL tcp_keepalives_count = 3;
SELECT set_config(s.name, '0', true) FROM pg_settings s
WHERE s.name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`;
