/** The pages of the navigation, by their addresses. */
export const MAIN_PAGES = [
  ['/app/', 'Agents'],
  ['/app/overview', 'Overview'],
  ['/app/activity', 'Activity'],
  ['/app/webhooks', 'Webhooks'],
  ['/app/system', 'System'],
] as const;

/** Those of an agent, by what follows its address. */
export const PAGES_OF_AGENT = [
  ['', 'Timeline'],
  ['/live', 'Live'],
  ['/ask', 'Ask'],
  ['/conflicts', 'Conflicts'],
  ['/policy', 'Expiry policy'],
  ['/files', 'Files'],
  ['/settings', 'Settings'],
] as const;
