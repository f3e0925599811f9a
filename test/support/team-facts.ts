/** Independent facts of a team, as an agent stores them in one batch. */
export const TEAM_FACTS = [
  'Never push directly to main.',
  'The user prefers tabs over spaces.',
  'Maria runs the payments team.',
  'Deployments of billing now happen on Thursdays.',
  'The staging database is called ledger-stage.',
  'Retries of webhooks stop after five attempts.',
  'The API key of the map service expires in March.',
  'Jonas is on call in even weeks.',
  'Integration tests need Docker 24 or newer.',
  'Customers in Japan pay by invoice.',
] as const;
