import fc from 'fast-check';
import { cookieToken } from './session-credential';

describe('cookieToken', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['other=1', null],
    ['service_session_token', null],
    ['service_session_token=', null],
    ['service_session_token=""', null],
    ['service_session_token=a.b.c', 'a.b.c'],
    ['service_session_token="a.b.c"', 'a.b.c'],
    ['service_session_token="', '"'],
    ['x=1;service_session_token=a.b.c ; y=2', 'a.b.c'],
    ['service_session_token=first; service_session_token=second', 'first'],
    ['not_service_session_token=a', null],
    ['SERVICE_SESSION_TOKEN=a', null],
    ['service_session_token=a=b', 'a=b'],
  ])('finds in %j %j', (header, expected) => {
    expect(cookieToken(header)).toBe(expected);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(() => cookieToken(header)).not.toThrow();
      }),
    );
  });
});
