import fc from 'fast-check';
import { MOST_MS, slowTexts } from '../../test/support/linear-time';
import { processorMs } from '../../test/support/processor-time';
import { holdsPlaceholder, redacted, screenText } from './screen-text';

const SOUGHT = { credentials: true, personal: 'cards' } as const;
const holdsSecret = (text: string): boolean => holdsPlaceholder(text) || screenText(text, SOUGHT).length > 0;
const redactSecrets = (text: string): string => redacted(text, screenText(text, SOUGHT));

/** Put together here, so that no scanner of this repository takes an example for a leak. */
const letters = (count: number): string => 'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD'.repeat(4).slice(0, count);
const hex = (count: number): string => '3f2a9c4d5e6f7a8b9c0d1e2f3a4b5c6d'.repeat(3).slice(0, count);
const jwt = ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', letters(43)].join('.');
const pem = (kind: string): string =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${letters(64)}\n${letters(40)}\n-----END ${kind}PRIVATE KEY-----`;

describe('holdsSecret', () => {
  const secrets: [string, string][] = [
    ['OpenAI', `Use sk-${letters(48)} for the calls`],
    ['OpenAI project', `sk-proj-${letters(60)}`],
    ['Anthropic', `sk-ant-api03-${letters(80)}`],
    ['AWS access key', `AKIA${'IOSFODNN7EXAMPLE'}`],
    ['AWS secret key', `aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzK3xAmpLeq`],
    ['GitHub', `ghp_${letters(36)}`],
    ['GitHub, fine-grained', `The token is github_pat_${letters(60)}.`],
    ['GitLab', `glpat-${letters(20)}`],
    ['Slack bot', `xoxb-123456789012-${letters(24)}`],
    ['Slack webhook', `https://hooks.slack.com/services/T00000000/B00000000/${letters(24)}`],
    ['Google', `AIza${letters(35)}`],
    ['Google OAuth', `ya29.${letters(60)}`],
    ['Stripe', `sk_live_${letters(24)}`],
    ['npm', `npm_${letters(36)}`],
    ['Hugging Face', `hf_${letters(34)}`],
    ['SendGrid', `SG.${letters(22)}.${letters(43)}`],
    ['Telegram bot', `123456789:AA${letters(33)}`],
    ['DigitalOcean', `dop_v1_${hex(64)}`],
    ['JWT', `It answered ${jwt} just now`],
    ['JWT in a header', `Authorization: Bearer ${jwt}`],
    ['basic authorization', 'Authorization: Basic dXNlcjpzM2NyM3RQYXNzdzByZA=='],
    ['RSA key', pem('RSA ')],
    ['OpenSSH key', `Here it is:\n${pem('OPENSSH ')}\nThanks`],
    ['key without its end', `-----BEGIN PRIVATE KEY-----\n${letters(64)}`],
    ['password stated', 'My password is hunter2'],
    ['password that is a word', 'my password is swordfish.'],
    ['password for something', 'The password for the staging router is correct-horse-7'],
    ['password of the wifi', 'the wifi password is now BlueMonkey42!'],
    ['password with a colon', 'Password: Tr0ub4dor&3'],
    ['password quoted', 'The admin password is "open sesame"'],
    ['password assigned', 'DB_PASSWORD=s3cr3t-value'],
    ['password in JSON', '{"user": "bob", "password": "letmein99"}'],
    ['password in a DSN', 'Server=db;User Id=sa;Password=Str0ngOne;'],
    ['password set', 'Please set the password of the demo user to Welcome2024'],
    ['password with a name', 'Sign in with admin / hunter2!'],
    ['password after with', 'The user bob with password s3cr3t can log in'],
    ['value as password', 'Use `x9!kfp20` as the password'],
    ['credentials', 'The credentials are root/toor99'],
    ['passphrase', 'The passphrase is "wild-otter-9"'],
    ['PIN', 'My PIN is 4821'],
    ['PIN code', 'The pin code for the door: 123456'],
    ['curl user', 'Run curl -u admin:pa55word https://example.com'],
    ['connection string', 'postgres://app:s3cr3t@db.internal:5432/app'],
    ['connection string without a name', 'redis://:p4ssw0rd@cache:6379'],
    ['API key stated', `The API key is ${letters(32)}`],
    ['API key that is a UUID', 'api_key: 550e8400-e29b-41d4-a716-446655440000'],
    ['API key in hex', `Our weather api key is ${hex(32)}`],
    ['API key in a header', `X-Api-Key: ${hex(40)}`],
    ['token for something', `The deploy token for production is ${letters(24)}`],
    ['key on the next line', `Here is the key:\n${letters(40)}`],
    ['client secret', `client_secret="${letters(28)}"`],
    ['variable', 'STRIPE_WEBHOOK_SECRET=abc123def'],
    ['camelCase', `apiKey: '${letters(30)}'`],
    ['session cookie', `Set-Cookie: sid=${letters(32)}; HttpOnly`],
    ['signed address', `https://files.example.com/a.pdf?signature=${letters(40)}`],
    ['recovery phrase', `My seed phrase is ${'apple river stone '.repeat(4)}`],
    ['Visa', 'Charge 4111 1111 1111 1111 please'],
    ['Visa with its date', 'My card is 4111 1111 1111 1111 12/27'],
    ['Mastercard', 'card 5555-5555-5555-4444'],
    ['American Express', '378282246310005'],
    ['hidden by invisible characters', `sk-${[...letters(40)].join('\u200b')}`],
    ['hidden by wide letters', `ｇｈｐ_${letters(36)}`],
    ['redacted before', `The key is [secret: key]`],
  ];

  it.each(secrets)('finds a secret: %s', (_, text) => {
    expect(holdsSecret(text)).toBe(true);
  });

  const innocent: [string, string][] = [
    ['UUID', 'The order 550e8400-e29b-41d4-a716-446655440000 was shipped'],
    ['UUID of a session', 'Session id: 550e8400-e29b-41d4-a716-446655440000'],
    ['commit', `Fixed in commit ${hex(40)}`],
    ['commit near a key word', `The token refresh was fixed in commit ${hex(40)}`],
    ['short commit', 'The key change is in 3f2a9c4'],
    ['checksum', `The sha256 of the file is ${hex(64)}`],
    ['key of another kind', `The primary key is ${hex(32)}`],
    ['cache key', `The cache key is user:42:profile:${hex(16)}`],
    ['public key', `ssh-ed25519 AAAA${letters(60)} bob@laptop`],
    ['order number', 'Order number 1234-5678-9012-3456'],
    ['long number', 'The id is 4111111111111112'],
    ['phone', 'Call +49 151 23456789 or 555-123-4567'],
    ['version', 'We run node 20.20.2 and postgres 15.4.1'],
    ['date', 'It started at 2026-11-21T04:41:16.087Z'],
    ['address with a port', 'It runs at http://localhost:8080/login and https://example.com:443'],
    ['address with a name', 'git clone ssh://git@github.com/acme/app.git'],
    ['address with a stand-in', 'postgres://user:<password>@localhost/db'],
    ['address with a variable', 'postgres://app:${DB_PASSWORD}@localhost/db'],
    ['where it is stored', 'The password is stored in 1Password'],
    ['how it is hashed', 'The password is hashed with bcrypt'],
    ['how it is hashed, by name', 'The password is SHA-256 hashed'],
    ['what is missing', 'The password is required and the email is optional'],
    ['its length', 'The password must be at least 12 characters'],
    ['its kind', 'The PIN is 6-digit'],
    ['its state', 'The password is wrong.'],
    ['its state at the end', 'I think my password is expired'],
    ['about passwords', 'Password reset is broken; the password field is too short'],
    ['passwords in plural', 'We moved all passwords to 1Password'],
    ['forgotten', 'I forgot my password again'],
    ['a policy', 'The password policy is strict'],
    ['tests that pass', 'All tests pass: 132 of 132'],
    ['a pass', 'The first pass is Tuesday'],
    ['working directory', 'PWD=/home/bob/project'],
    ['code', 'password: process.env.DB_PASSWORD'],
    ['code that reads', "const password = config.get('db.password')"],
    ['a stand-in', 'Set API_KEY=<your key> and PASSWORD=changeme'],
    ['masked', 'The password is ********'],
    ['a limit of tokens', 'The token limit is 128000 and LLM_MAX_TOKENS=2048'],
    ['an identifier', 'The key is `userProfileCacheKeyV2`'],
    ['a variable name', 'The token is read from GITHUB_ACCESS_TOKEN'],
    ['names of services', 'The secret is mounted by authentication-service-v2-production'],
    ['authorization by name', 'Authorization is done with OAuth2 and PKCE'],
    ['a key to something', 'The key to good tests is isolation'],
    ['a plain sentence', 'I prefer dark themes and drink two coffees a day'],
    ['sk as a word', 'sk-learn-contrib is a set of packages for python'],
    ['pinned', 'We pinned 20220 rows and the pin is high'],
    ['IBAN-like', 'Ticket 2024-000123 for customer 30012'],
  ];

  it.each(innocent)('lets pass: %s', (_, text) => {
    expect(holdsSecret(text)).toBe(false);
  });

  it('takes time in proportion to the length of a text, whatever it repeats', () => {
    const parts = [
      'password is ',
      'key: ',
      'a',
      '4',
      '4 ',
      '-----BEGIN PRIVATE KEY----- ',
      'eyJhbGciOi.',
      'x@:/',
      'login with a/',
      ' as ',
    ];
    for (const part of parts) {
      const text = part.repeat(Math.ceil(10_000 / part.length));
      expect(processorMs(() => holdsSecret(text))).toBeLessThan(1_500);
    }
  });
});

describe('redactSecrets', () => {
  it('replaces the value and keeps the rest', () => {
    expect(redactSecrets(`Use ghp_${letters(36)} for pushes.`)).toBe('Use [secret: github-pat] for pushes.');
    expect(redactSecrets('My password is hunter2, my name is Bob.')).toBe(
      'My password is [secret: password], my name is Bob.',
    );
    expect(redactSecrets('postgres://app:s3cr3t@db/app')).toBe(
      'postgres://app:[secret: url-password]@db/app',
    );
  });

  it('replaces all of a secret with invisible characters or wide letters in it', () => {
    const hidden = `ghp_${[...letters(36)].join('\u200b')}`;
    expect(redactSecrets(`Use ${hidden} now`)).toBe('Use [secret: github-pat] now');
    expect(redactSecrets(`ü ｇｈｐ_${letters(36)} ü`)).toBe('ü [secret: github-pat] ü');
  });

  it('changes nothing of what it has written', () => {
    const once = redactSecrets(
      `password: hunter2x, PIN: 4821, api_key=${letters(32)}, redis://:p4ssw0rd@cache`,
    );
    expect(once).not.toMatch(/hunter2x|4821|p4ssw0rd/);
    expect(redactSecrets(once)).toBe(once);
  });

  it('finds keys of this service', () => {
    expect(redactSecrets(`key amk_${hex(16)}_${letters(43)}, mine`)).toBe('key [secret: service-key], mine');
  });

  it('replaces what several patterns find once', () => {
    expect(redactSecrets(`token: ghp_${letters(36)}`)).toBe('token: [secret: github-pat]');
  });

  it('replaces each of several', () => {
    const text = `A=AKIA${'IOSFODNN7EXAMPLE'} and 4111 1111 1111 1111`;
    expect(redactSecrets(text)).toBe('A=[secret: aws-access-token] and [secret: card]');
  });

  it('leaves no token of the usual providers, wherever it stands', () => {
    const token = `ghp_${letters(36)}`;
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (before, after) => {
        expect(redactSecrets(`${before} ${token} ${after}`)).not.toContain(token);
      }),
    );
  });

  it('leaves texts without a secret as they are', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('we', 'prefer', 'the', 'build', 'of', 'v2.1', '42')), (words) => {
        const text = words.join(' ');
        expect(redactSecrets(text)).toBe(text);
      }),
    );
  });
});

describe('the search for secrets in hostile texts', () => {
  it('takes time in proportion to the text', () => {
    expect(slowTexts((text) => holdsSecret(text), MOST_MS)).toEqual([]);
    expect(slowTexts((text) => redactSecrets(text), MOST_MS)).toEqual([]);
  });
});
