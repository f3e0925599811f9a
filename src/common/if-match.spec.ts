import { DomainError } from './domain-error';
import { demandVersion, readVersion } from './if-match.param';
import { ValidationError } from './validation-error';

const AT = '2026-05-01T12:00:00.123Z';

describe('the header If-Match', () => {
  it('is no condition where it is missing', () => expect(readVersion(undefined)).toBeNull());

  it('names an instant, or null', () => {
    expect(readVersion(`"${AT}"`)).toEqual({ updatedAt: new Date(AT) });
    expect(readVersion('"null"')).toEqual({ updatedAt: null });
  });

  it.each(['*', AT, '""', '"2026-13-41T12:00:00.000Z"', `W/"${AT}"`, `"${AT}", "null"`])(
    'refuses %s',
    (value) => expect(() => readVersion(value)).toThrow(ValidationError),
  );
});

describe('the version that a write is meant for', () => {
  it.each([
    [null, new Date(AT)],
    [{ updatedAt: new Date(AT) }, new Date(AT)],
    [{ updatedAt: null }, null],
  ])('%j admits %j', (expected, updatedAt) => expect(() => demandVersion(expected, updatedAt)).not.toThrow());

  it.each([
    [{ updatedAt: new Date(AT) }, new Date(Date.parse(AT) + 1)],
    [{ updatedAt: null }, new Date(AT)],
    [{ updatedAt: new Date(AT) }, null],
  ])('%j refuses %j, and says which it is', (expected, updatedAt) => {
    const run = () => demandVersion(expected, updatedAt);
    expect(run).toThrow(DomainError);
    expect(run).toThrow(
      expect.objectContaining({ fields: { updated_at: updatedAt?.toISOString() ?? null } }),
    );
  });
});
