import { MEMORY_TYPES, STATUS_FILTERS } from '../backend/memory';

/** What the requests of this feature have in common, as options for the field decorators. */
export const TYPES = {
  description: 'Only memories of these types',
  example: ['fact', 'preference'],
  values: MEMORY_TYPES,
  required: false,
};

export const TAGS = {
  description: 'Only memories with any of these tags',
  example: ['editor'],
  required: false,
};

export const SOURCES = { description: 'Only memories of these writers', example: ['agent'], required: false };

export const LIMIT = {
  description: '1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted',
  example: 10,
  min: 1,
  toldMax: 100,
  required: false,
};

export const CREATED_AFTER = {
  description: 'Created at or after: an instant, or the start of a day in UTC',
  example: '2026-01-01',
  edge: 'start' as const,
  required: false,
};

export const CREATED_BEFORE = {
  description: 'Created at or before: an instant, or the end of a day in UTC',
  example: '2099-12-31',
  edge: 'end' as const,
  required: false,
};

export const ANY_STATUS = {
  description: 'State',
  example: 'all',
  values: STATUS_FILTERS,
  required: false,
  default: 'all',
};

export const AGENT_ID = { description: 'The agent', example: 'my-agent' };
export const SESSION_ID = { description: 'The session', example: 'sess_0123456789ab' };
export const COUNT = { description: 'Memories in this answer', example: 0 };
