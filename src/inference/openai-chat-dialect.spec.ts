import { FIRST_DIALECT, type ChatDialect, downgradeDialect } from './openai-chat';

const refused = (complaint: string, status = 400) => ({ status, complaint });

describe('the dialect after a refusal', () => {
  it('leaves out the temperature that is complained about', () => {
    const complaint = "Unsupported value: 'temperature' does not support 0.2 with this model.";
    expect(downgradeDialect(FIRST_DIALECT, true, refused(complaint))).toEqual({
      ...FIRST_DIALECT,
      temperature: false,
    });
  });

  it('names the limit as the complaint does', () => {
    const complaint = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    expect(downgradeDialect(FIRST_DIALECT, false, refused(complaint))).toEqual({
      ...FIRST_DIALECT,
      limit: 'max_completion_tokens',
    });
  });

  it.each([400, 422])('asks for a lesser format after status %d, whatever is complained about', (status) => {
    const object = downgradeDialect(FIRST_DIALECT, true, refused('no', status));
    expect(object?.format).toBe('json_object');
    expect(downgradeDialect(object!, true, refused('no', status))?.format).toBe('text');
  });

  it('asks for a lesser format where a server fails over the one asked for', () => {
    expect(downgradeDialect(FIRST_DIALECT, true, refused('failed to parse grammar', 500))?.format).toBe(
      'json_object',
    );
    expect(downgradeDialect(FIRST_DIALECT, true, refused('out of memory', 500))).toBeNull();
  });

  it('is none where nothing is left to leave out', () => {
    expect(downgradeDialect({ ...FIRST_DIALECT, format: 'text' }, true, refused('no'))).toBeNull();
    expect(downgradeDialect(FIRST_DIALECT, false, refused('The context is too long'))).toBeNull();
  });

  it.each([401, 404, 429, 500])('is none after status %d', (status) => {
    expect(downgradeDialect(FIRST_DIALECT, true, refused('temperature', status))).toBeNull();
  });

  it('comes to an end, whatever is complained about', () => {
    let dialect: ChatDialect | null = FIRST_DIALECT;
    let steps = 0;
    while ((dialect = downgradeDialect(dialect, true, refused('temperature max_completion_tokens')))) steps++;
    expect(steps).toBe(4);
  });
});
