import { pagesNamed } from './palette-places.ts';

const names = (text: string, agentId: string | null) => pagesNamed(text, agentId).map(({ name }) => name);

describe('pages by a part of their names', () => {
  it('are those of the agent first, then those of the service', () => {
    expect(names('', null)).toEqual(['Agents', 'Overview', 'Activity', 'Webhooks', 'System']);
    expect(names('SET', 'bot')).toEqual(['Settings of bot']);
    expect(names('', 'bot')[0]).toBe('Timeline of bot');
    expect(names('live', 'bot')).toEqual(['Live of bot']);
  });

  it('have addresses with the id as it must be written', () =>
    expect(pagesNamed('live', 'a b')[0]?.href).toBe('/app/agents/a%20b/live'));

  it('are none for a name that no page has', () => expect(names('xyz', 'bot')).toEqual([]));
});
