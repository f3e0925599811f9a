import { pagesNamed } from './palette-places.ts';

const names = (text: string, agentId: string | null) => pagesNamed(text, agentId).map(({ name }) => name);

describe('pages by a part of their names', () => {
  it('are those of the agent first, then those of the service', () => {
    expect(names('', null)).toEqual(['Agents', 'Activity', 'Webhooks', 'System']);
    expect(names('SET', 'bot')).toEqual(['Settings of bot']);
    expect(names('', 'bot')[0]).toBe('Timeline of bot');
  });

  it('have addresses with the id as it must be written', () =>
    expect(pagesNamed('recall', 'a b')[0]?.href).toBe('/app/agents/a%20b/recall'));

  it('are none for a name that no page has', () => expect(names('xyz', 'bot')).toEqual([]));
});
