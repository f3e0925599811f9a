-- Console sessions that a logout ended before their expiry. Their cookies hold the id (docs/adr/0043).
CREATE TABLE console_logouts (
  session_id text PRIMARY KEY,
  -- Of the cookie. Maintenance deletes the row after it.
  expires_at timestamptz(3) NOT NULL
);
