import { refusalOf } from './granted-lines';
import type { LineKind } from './transfer-line';

const refusal = refusalOf({ agents: ['support-*'], access: 'manage', scopes: null, by: 'key:a' });
const isRefused = (kind: LineKind, fields: Record<string, unknown>) =>
  refusal({ kind, number: 2, text: '', fields }) !== null;

describe('a key for some agents', () => {
  it('imports their lines', () => {
    expect(isRefused('agent', { agent_id: 'support-1', namespace: 'service_agent_support-1' })).toBe(false);
    expect(isRefused('memory', { namespace: 'service_agent_support-1' })).toBe(false);
    expect(isRefused('policy', { agent_id: 'support-1' })).toBe(false);
  });

  it('imports no line of another agent, and nothing into the namespace of one', () => {
    expect(isRefused('agent', { agent_id: 'other', namespace: 'service_agent_other' })).toBe(true);
    expect(isRefused('agent', { agent_id: 'support-1', namespace: 'service_agent_other' })).toBe(true);
    expect(isRefused('memory', { namespace: 'service_agent_other' })).toBe(true);
    // The database stores a memory by its namespace, whatever agent the line names.
    expect(isRefused('memory', { agent_id: 'support-1', namespace: 'service_agent_other' })).toBe(true);
    expect(isRefused('policy', { agent_id: 'other', namespace: 'service_agent_support-1' })).toBe(true);
    expect(isRefused('policy', { namespace: 'service_agent_support-1' })).toBe(true);
    expect(isRefused('memory', { namespace: 'support-1' })).toBe(true);
    expect(isRefused('memory', {})).toBe(true);
  });

  it('imports no link to read another agent', () => {
    expect(isRefused('read', { agent_id: 'support-1', read_id: 'support-2' })).toBe(false);
    expect(isRefused('read', { agent_id: 'support-1', read_id: 'other' })).toBe(true);
    expect(isRefused('read', { agent_id: 'other', read_id: 'support-1' })).toBe(true);
    expect(isRefused('read', { agent_id: 'support-1' })).toBe(true);
  });
});
