import request from 'supertest';
import { PrismaService } from '../src/database/prisma.service';
import { SettingsRepository } from '../src/settings/settings.repository';
import { activate, createAgent, newSession } from './support/agents';
import { errorOf, newToken, recent, uniqueId } from './support/sessions';
import {
  changeSettings,
  configOf,
  filledSession,
  recentCount,
  resetSettings,
  settingOf,
} from './support/settings';
import { spyOnEach } from './support/replica-providers';
import { useTestApp } from './support/test-app';

const app = useTestApp();

afterEach(() => resetSettings(app));

describe('the settings', () => {
  it('are shown with where they come from', async () => {
    const { settings } = await configOf(app);
    const open = { source: 'default', locked: false };
    expect(settings).toMatchObject({
      'session.default_duration_hours': { value: 6, ...open },
      'session.renew_window_minutes': { value: 30, ...open },
      'session.auto_renew_enabled': { value: true, ...open },
      'session.auto_recreate_enabled': { value: true, ...open },
      'recall.limit': { value: 10, ...open },
      'schedule.cron': { value: '55 23 * * *', ...open },
      'schedule.max_fraction': { value: 0.5, ...open },
      'activity.retention_days': { value: 30, ...open },
    });
  });

  it('are changed, and their keys answered', async () => {
    const changes = { 'recall.limit': 3, 'schedule.cron': '@weekly', 'session.auto_renew_enabled': false };
    const { body } = await changeSettings(app, changes).expect(200);

    expect(body).toEqual({ updated: Object.keys(changes) });
    expect((await configOf(app)).settings).toMatchObject({
      'recall.limit': { value: 3, source: 'stored', locked: false },
      'schedule.cron': { value: '@weekly', source: 'stored', locked: false },
      'session.auto_renew_enabled': { value: false, source: 'stored', locked: false },
    });
  });

  it('go back to the next source with null', async () => {
    await changeSettings(app, { 'recall.limit': 3 }).expect(200);

    const { body } = await changeSettings(app, { 'recall.limit': null }).expect(200);

    expect(body).toEqual({ updated: ['recall.limit'] });
    expect(await settingOf(app, 'recall.limit')).toEqual({ value: 10, source: 'default', locked: false });
  });

  it('stay as they are without a change', async () => {
    await request(app.url).patch('/api/ui/config').expect(200, { updated: [] });
    await changeSettings(app, {}).expect(200, { updated: [] });
  });

  it.each([
    ['an unknown key', { 'recall.limits': 5 }, 'recall.limits', 'value_error'],
    ['a number out of range', { 'recall.limit': 101 }, 'recall.limit', 'less_than_equal'],
    [
      'a text for a flag',
      { 'session.auto_renew_enabled': 'false' },
      'session.auto_renew_enabled',
      'bool_type',
    ],
    ['a bad schedule', { 'schedule.cron': '61 * * * *' }, 'schedule.cron', 'value_error'],
    ['a nested key', { recall: { limit: 5 } }, 'recall', 'value_error'],
    ['a key of the prototype', { constructor: 5 }, 'constructor', 'value_error'],
  ])('are refused as a whole with %s', async (_, bad, key, type) => {
    const { body } = await changeSettings(app, { 'activity.retention_days': 7, ...bad }).expect(422);

    expect(body).toMatchObject({ detail: [{ type, loc: ['body', key] }] });
    expect(await settingOf(app, 'activity.retention_days')).toMatchObject({ value: 30, source: 'default' });
  });

  it.each([['[]'], ['5'], ['"recall.limit"']])('are refused as %s', async (body) => {
    await request(app.url).patch('/api/ui/config').type('json').send(body).expect(422);
  });
});

describe('a changed setting acts from the next request on:', () => {
  it('recall.limit', async () => {
    const session = await filledSession(app, 12);
    expect(await recentCount(session)).toBe(10);

    await changeSettings(app, { 'recall.limit': 2 }).expect(200);

    expect(await recentCount(session)).toBe(2);
    const { body } = await session.call('post', 'recall').send({ query: 'tea' }).expect(200);
    expect(body).toMatchObject({ count: 2 });
    await session.call('post', 'recall/recent').send({ limit: 5 }).expect(200);
  });

  it('session.default_duration_hours', async () => {
    const agentId = uniqueId();
    await createAgent(app, agentId);

    await changeSettings(app, { 'session.default_duration_hours': 0.25 }).expect(200);

    const { body } = await request(app.url).post(`/api/v2/agents/${agentId}/activate`).expect(200);
    const { started_at, expires_at } = body as Record<string, string>;
    expect(Date.parse(expires_at ?? '') - Date.parse(started_at ?? '')).toBe(15 * 60_000);
  });

  it('session.auto_renew_enabled and session.renew_window_minutes', async () => {
    const { agentId, token } = await newSession(app, uniqueId());
    app.clock.advance({ hours: 5 });
    expect(newToken(await recent(app, agentId, token).expect(200))).toBeUndefined();

    await changeSettings(app, {
      'session.renew_window_minutes': 60,
      'session.auto_renew_enabled': false,
    }).expect(200);
    expect(newToken(await recent(app, agentId, token).expect(200))).toBeUndefined();

    await changeSettings(app, { 'session.auto_renew_enabled': true }).expect(200);
    expect(newToken(await recent(app, agentId, token).expect(200))).toBeDefined();
  });

  it('session.auto_recreate_enabled', async () => {
    const { agentId, token } = await newSession(app, uniqueId());
    app.clock.advance({ hours: 6 });

    await changeSettings(app, { 'session.auto_recreate_enabled': false }).expect(200);
    expect(errorOf(await recent(app, agentId, token).expect(401))).toBe('SessionExpired');

    await changeSettings(app, { 'session.auto_recreate_enabled': true }).expect(200);
    expect(newToken(await recent(app, agentId, token).expect(200))).toBeDefined();
  });
});

describe('what another process stored', () => {
  const elsewhere = () => new SettingsRepository(app.app.get(PrismaService));

  it('acts on the next request in a session', async () => {
    const session = await filledSession(app, 12);

    await elsewhere().save({ 'recall.limit': 4 });

    expect(await recentCount(session)).toBe(4);
  });

  it('acts on the next activation', async () => {
    const agentId = uniqueId();
    await createAgent(app, agentId);

    await elsewhere().save({ 'session.default_duration_hours': 1 });
    await activate(app, agentId);

    const { body } = await request(app.url).get('/api/v2/status').expect(200);
    expect(body).toMatchObject({ agent_id: agentId, time_remaining_seconds: 3_600 });
  });

  it('acts on the next request with an expired token', async () => {
    const { agentId, token } = await newSession(app, uniqueId());
    app.clock.advance({ hours: 6 });

    await elsewhere().save({ 'session.auto_recreate_enabled': false });

    expect(errorOf(await recent(app, agentId, token).expect(401))).toBe('SessionExpired');
  });

  it('is shown at once', async () => {
    await elsewhere().save({ 'recall.limit': 4 });
    expect(await settingOf(app, 'recall.limit')).toMatchObject({ value: 4, source: 'stored' });
  });
});

it('activation without a database is answered 503', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const query = spyOnEach(app, PrismaService, 'query').mockRejectedValue(away);
  const response = await request(app.url).post('/api/v2/agents/any/activate').expect(503);
  query.mockRestore();
  expect(errorOf(response)).toBe('BackendUnavailable');
});
