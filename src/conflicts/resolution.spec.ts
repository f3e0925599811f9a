import { CONFLICT_ACTIONS, EFFECTS, toResolution, unresolvable } from './resolution';

describe('what is done about a conflict', () => {
  it.each(CONFLICT_ACTIONS)('by %s touches no memory twice', (action) => {
    const { deletes, expires } = EFFECTS[action];
    const touched = [...deletes, ...expires];
    expect(new Set(touched).size).toBe(touched.length);
  });

  it('takes content by hand for `manual` alone', () => {
    const given = { manual_content: 'By hand', manual_type: 'decision' as const };
    const replacement = { content: 'By hand', type: 'decision' };
    expect(toResolution({ action: 'manual', ...given })).toEqual({ action: 'manual', replacement });
    expect(toResolution({ action: 'keep_old', ...given })).toEqual({ action: 'keep_old', replacement: null });
  });

  it.each(['', 'KEEP_OLD', 'keep_old ', '__proto__', 'constructor', 'toString'])(
    'is not told by the action %p',
    (action) => {
      expect(() => toResolution({ action })).toThrow(
        expect.objectContaining({
          code: 'InternalServerError',
          fields: { original_error: expect.stringContaining(`Invalid action '${action}'`) },
        }),
      );
    },
  );

  it('is refused with the reason where the interface puts it', () => {
    const { code, fields } = unresolvable('because');
    expect([code, fields]).toEqual(['InternalServerError', { original_error: 'because' }]);
  });
});
