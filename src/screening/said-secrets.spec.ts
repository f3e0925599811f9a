import { redacted, screenText } from './screen-text';

const SOUGHT = { credentials: true, personal: false } as const;

/** What stands in the place of the value, and the rest as it was. */
function screened(text: string): string {
  return redacted(text, screenText(text, SOUGHT));
}

const letters = (length: number): string => 'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD'.repeat(4).slice(0, length);

describe('passwords in sentences', () => {
  it.each([
    'Das Passwort für den Server lautet «Mond?Schein7».',
    'Die Zugangsdaten sind anna / «Regen!Tag4»',
    'Das Kennwort ist «blau-Wal-9»',
    'Passwort vom Drucker: «Toner_4711»',
    'Ich habe das Passwort auf «Herbst» geändert.',
    'Nimm «Kran!Nebel» als Passwort',
    'Anmeldung mit Benutzer eva und Kennwort «Ufo/77x»',
    'Das Passwort lautet „«drei graue Esel»“.',
    'The router wants admin / «Ginger-Root4»',
    'Log in with admin and «p4per-Moon».',
    'The old password was «Oak77», the new one is «Oak78».',
    'The archive has the password "«blue-dog-car»"',
    'The passphrase is «nine red kites over town»',
    'pw for the NAS: «Vt!mmR42»',
    'password: «a;b,c9»',
    'My password is «Sommer24!»',
    'Staging password → «Frost&Fig8»',
    'DB creds: app:«Moss_Hill44»',
    'WLAN-Passwort «82736451928374650192»',
  ])('finds the value of %s', (marked) => {
    const text = marked.replace(/[«»]/g, '');
    const values = [...marked.matchAll(/«([^»]+)»/g)].map(([, value]) => value ?? '');
    const result = screened(text);
    for (const value of values) expect(result).not.toContain(value);
    expect(result.replace(/\[secret: [\w-]+\]/g, '«»')).toBe(marked.replace(/«[^»]+»/g, '«»'));
  });

  it.each([
    'Das Passwort ist abgelaufen und muss geändert werden.',
    'Das Passwort ist sicher.',
    'Das Kennwort lautet anders als gedacht.',
    'Die Zugangsdaten liegen im Tresor.',
    'Passwort: siehe Tresor',
    'Der Schlüssel liegt unter der Matte.',
    'Wie lautet das Passwort für den Server?',
    'The passphrase is at least six words long.',
    'The passphrase is stored in the safe of the bank',
    'Password questions to: anna7@example.org',
    'The password is checked with SHA-256',
  ])('lets pass %s', (text) => {
    expect(screened(text)).toBe(text);
  });
});

describe('passwords in settings, commands and code', () => {
  it.each([
    'PGPASSWORD=«kelp_Bay» psql -h db',
    '- name: DB_PASSWORD\n  value: «Sand.Bar44»',
    "define('DB_PASSWORD', '«Mill_Cake6»');",
    '<password>«Brick&amp;Fern5»</password>',
    'mysql -u root -p«Tarn.Fell8» shop',
    "sshpass -p '«0wl-Gate!»' ssh deploy@host",
    'docker login -u ci -p «Crab-Apple7» registry.example.org',
    'ssh-keygen -N "«cobalt trout 9»" -f id',
    'openssl enc -pass pass:«corn+Mill8»',
    "echo '«moth-Lamp-6»' | sudo -S id",
    'smtp.login("bot@example.org", "«plover.Egg8»")',
    "CREATE USER app IDENTIFIED BY '«Sloe+Gin2»';",
    'jdbc:oracle:thin:scott/«Tiger-Lily4»@db:1521/orcl',
    '{"dsn":"root:«Peat!Bog3»@tcp(db:3306)/shop"}',
    'JWT_SECRET=«muffin-castle-19-rivers»',
    'spring.datasource.password=«Ost.See_44»',
    'curl --user admin:«Drift+Wood3» https://example.org',
    "const bitfinexKey = '«HxfuG198amaeCcYkASkto5VuIO»';",
    'net use Z: /user:eva «Bay-Leaf77»',
  ])('finds the value of %s', (marked) => {
    const text = marked.replace(/[«»]/g, '');
    const result = screened(text);
    expect(result.replace(/\[secret: [\w-]+\]/g, '«»')).toBe(marked.replace(/«[^»]+»/g, '«»'));
  });

  it.each([
    'user.password = await bcrypt.hash(password, 12);',
    'password = random_password.db.result',
    'mysql -u root -p shop',
    'docker run -p 8080:80 nginx',
    'password: string;',
    'echo "done" | tee log.txt',
    'postgres://user:password@localhost:5432/db',
    'jwt.verify(token, publicKey)',
    'From elsewhere, pass `apiKey` or `singleTilde: false`',
    'Give clients keys, which `POST /api/v2/keys` creates',
    'docker build --secret id=npmrc,src=/tmp/npmrc .',
  ])('lets pass %s', (text) => {
    expect(screened(text)).toBe(text);
  });
});

describe('codes', () => {
  it.each([
    'Die PIN ist «1734».',
    'PIN «4471» for the card',
    'The PIN for the alarm is «4471».',
    'PUK: «83920174»',
    'Mein Handy hat den Code «482910»',
    'Zugangscode Büro: «9921#»',
    'product key «6CJBX-XD6PY-EAQCM-3YTTN-2NBE4»',
    'the garage door code is «5519#»',
    'Der Türcode vom Lager ist «2580*».',
    'The safe combination is «31-7-22».',
    'Backup codes: «3425 4848», «2780 0329»',
    'Wiederherstellungscodes: «7d8351fba2165ece» und «8efd286becbbec61»',
    'Apple recovery key: «ABCD-EFGH-IJKL-MNOP»',
    'seed phrase: «ladder quiz orphan velvet basket canyon rather music stove eager pluck noodle»',
  ])('finds the value of %s', (marked) => {
    const text = marked.replace(/[«»]/g, '');
    const result = screened(text);
    expect(result.replace(/\[secret: [\w-]+\]/g, '«»')).toBe(marked.replace(/«[^»]+»/g, '«»'));
  });

  it.each([
    'GPIO pin 17 drives the relay, pin 5432 too',
    'The PIN has 4 digits',
    'The PIN is 4 digits long',
    'ZIP code 10115, error code 80070005',
    'Recovery codes were sent to max1984@example.org',
    'Recovery code XXXX-XXXX',
    'The backup code is eight digits long.',
    'The seed phrase has twelve words and each of them must come from one list that has the right form',
  ])('lets pass %s', (text) => {
    expect(screened(text)).toBe(text);
  });
});

describe('placeholders', () => {
  it('are not screened again, whatever stands around them', () => {
    const texts = [
      `token: ${letters(40)}`,
      `key ${letters(40)} and secret: ${letters(32)}`,
      'redis://:p4ssw0rd@cache and PIN: 4821',
      `recovery codes: 7d8351fba2165ece, password is s3cr3t!`,
    ];
    for (const text of texts) {
      const once = screened(text);
      expect(once).not.toBe(text);
      expect(screened(once)).toBe(once);
    }
    const written = 'the secret is [secret: key], the token [secret: api-key], PIN [secret: pin]';
    expect(screened(written)).toBe(written);
  });
});
