import { backlogOf } from './embeddings';

const health = (embeddings: unknown) => ({ status: 'ok', details: { embeddings } });

describe('backlogOf', () => {
  it('is how many memories wait for their vector', () => {
    expect(backlogOf(health({ status: 'up', model: 'hash', backlog: 3, failing: 0 }))).toBe(3);
  });

  it('is not known while the service does not know the model', () => {
    expect(backlogOf(health({ status: 'up', model: 'hash', backlog: null, failing: null }))).toBeNull();
  });

  it('gives up on memories that fail often, and says why', () => {
    const failing = { status: 'up', model: 'hash', backlog: 3, failing: 2, last_error: 'No such model' };
    expect(() => backlogOf(health(failing))).toThrow('2 memories cannot be embedded: No such model');
  });

  it('refuses a service without embeddings', () => {
    expect(() => backlogOf(health(undefined))).toThrow('The service embeds nothing');
  });
});
