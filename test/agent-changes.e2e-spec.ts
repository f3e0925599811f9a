import request from 'supertest';
import { createAgent } from './support/agents';
import { useTestApp } from './support/test-app';

const app = useTestApp();

describe('PATCH /api/v2/agents/{agent_id}', () => {
  it('changes pattern and description, and takes a description away', async () => {
    await createAgent(app, 'renamed');
    const change = (fields: object) => request(app.url).patch('/api/v2/agents/renamed').send(fields);

    const { body } = await change({ pattern: 'project', description: 'Keeps the plans' }).expect(200);
    expect(body).toMatchObject({ pattern: 'project', description: 'Keeps the plans' });
    const kept = await change({ supersession: 'auto', description: null }).expect(200);
    expect(kept.body).toMatchObject({ pattern: 'project', description: 'Keeps the plans' });
    const emptied = await change({ description: '' }).expect(200);
    expect(emptied.body).toMatchObject({ pattern: 'project', description: null });
    await change({ pattern: 'poem' }).expect(422);
    await change({}).expect(400);
  });
});
