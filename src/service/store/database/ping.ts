/**
 * A statement that fails, with PostgreSQL's code for it, where the server takes no writes: on a standby, after a
 * failover to one, or while `default_transaction_read_only` is on. A mere SELECT would succeed there.
 */
export const PING = `DO $$ BEGIN
  IF current_setting('transaction_read_only')::boolean THEN
    RAISE read_only_sql_transaction USING MESSAGE = 'the server takes no writes';
  END IF;
END $$`;
