import { createSecretKey } from 'node:crypto';
import { secretDigest, secretOf, signedHeaders } from './signature';

// The example of the libraries of Standard Webhooks.
it('signs as the libraries of Standard Webhooks do', () => {
  const headers = signedHeaders(
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1_614_265_330,
    '{"test": 2432232314}',
  );
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

it('derives a secret of 32 bytes for each webhook and key', () => {
  const [one, other] = [createSecretKey(Buffer.alloc(32, 1)), createSecretKey(Buffer.alloc(32, 2))];
  const secrets = [secretOf('a', one), secretOf('b', one), secretOf('a', other)];
  expect(new Set(secrets).size).toBe(3);
  expect(secrets[0]).toBe(secretOf('a', one));
  expect(Buffer.from(secrets[0]!.replace('whsec_', ''), 'base64')).toHaveLength(32);
  expect(secretDigest(secrets[0]!)).not.toEqual(secretDigest(secrets[1]!));
});
