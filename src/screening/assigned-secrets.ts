import { isAssigned, isNoStandIn, isStrong, isStrongSetting, isWritten } from './value-looks';
import { QUOTED_VALUE, VALUE, type ValuePattern, valuePattern } from './value-patterns';

/** Passwords and secrets in settings, addresses, commands and code. */

const PASSWORD =
  '(?:password|passwd|passphrase|passcode|pass code|pwd|passwort|kennwort|(?<![a-z])(?:pw|psk|requirepass))';
export const PASSWORD_WORDS = ['pass', 'pw', 'kennwort', 'psk', 'losung'];
const SECRET_WORDS = ['secret', 'token', 'auth', 'key'];
const SUFFIX = '(?:_(?:prod|production|staging|stage|dev|test|old|new|admin|root|\\d{1,2}))?';
/** Between a name and its value: `=`, `": "`, `" value="`, a line of YAML with `value:`, an element of XML. */
const ASSIGNS = `(?:\\\\?["'\`]?\\s{0,3}(?:[=-]>|\u2192|:?=|:{1,2}(?!:)|={2,3}\\s{0,3}(?=["']))\\s{0,3}|["']?\\s{1,8}value\\s?[:=]\\s?)(?:[bruf@](?=["']))?`;
const SECRET_NAME =
  '(?:secret|token|(?<![a-z])auth|(?:api|access|private|secret|auth|encryption|signing|master|account|client|app|service|shared|secretaccess)[ _-]?key|_key)';

export const ASSIGNED: readonly ValuePattern[] = [
  // postgres://user:secret@host
  {
    kind: 'url-password',
    words: ['://'],
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/]{0,200}:([^\s@/]{1,200})@/dgi,
    isSecret: isNoStandIn,
  },
  // https://token@github.com
  {
    kind: 'url-password',
    words: ['http'],
    pattern: /\bhttps?:\/\/([\w-]{20,200})@(?![\w.]{1,60}\.sentry\.io)/dgi,
    isSecret: isStrong,
  },
  // jdbc:oracle:thin:user/secret@host, user:secret@tcp(host)
  {
    kind: 'url-password',
    words: [':thin:'],
    pattern: /:thin:[\w.-]{1,60}\/([^\s@/]{1,100})@/dgi,
    isSecret: isNoStandIn,
  },
  {
    kind: 'url-password',
    words: ['@tcp(', '@unix('],
    pattern: /(?<=[\w.-]):([^\s@:/]{1,100})@(?:tcp|unix)\(/dgi,
    isSecret: isNoStandIn,
  },
  // <password>secret</password>
  {
    kind: 'password',
    words: ['</'],
    pattern: /<[\w:.-]{0,40}(?:password|passphrase|passwd|secret|token|apikey)>([^<>\n]{1,200})<\//dgi,
    isSecret: (value) => isNoStandIn(value) || /^\{[^{}]*[A-Za-z0-9+/_=-]{16}/.test(value),
  },
  // password: secret, DB_PASSWORD=secret, "password": "secret"
  {
    kind: 'password',
    words: PASSWORD_WORDS,
    pattern: valuePattern(`${PASSWORD}${SUFFIX}${ASSIGNS}${VALUE}`),
    isSecret: isAssigned,
  },
  {
    kind: 'password',
    words: ['pass'],
    pattern: valuePattern(`(?<![a-z])pass${SUFFIX}${ASSIGNS}${VALUE}`),
    isSecret: (value, after, isQuoted) => isAssigned(value, after, isQuoted) && !/^\d+$/.test(value),
  },
  // JWT_SECRET=..., "apiKey": "..."
  {
    kind: 'key',
    words: SECRET_WORDS,
    pattern: valuePattern(`${SECRET_NAME}${SUFFIX}${ASSIGNS}${VALUE}`),
    isSecret: isStrongSetting,
  },
  // REDIS_AUTH=..., Cookie: sessionid=...
  {
    kind: 'session-cookie',
    words: ['sess', 'sid='],
    pattern:
      /(?<![a-z])(?:phpsessid|jsessionid|asp\.net_sessionid|session[_-]?id|session|connect\.sid|sid)=(?![\da-f]{8}-[\da-f]{4}-)([\w%.~+/-]{16,400})/dgi,
    isSecret: isStrong,
  },
];

const LOGIN_COMMAND = '(?:sshpass|mongo\\w{0,8}|(?:docker|podman|az|oc|cf|skopeo|helm registry)\\s+login)';

export const COMMANDS: readonly ValuePattern[] = [
  // curl -u user:secret
  {
    kind: 'password',
    words: [' -u', '--user'],
    pattern: /\s(?:-u|--user)[\s=]+["']?[\w.@+-]{1,60}:([^\s"']{3,200})/dg,
    isSecret: isNoStandIn,
  },
  // mysql -psecret, sshpass -p secret, redis-cli -a secret, ssh-keygen -N "secret"
  {
    kind: 'password',
    words: [' -p'],
    pattern: valuePattern(
      `\\b(?:mysql|mariadb|7z|rar|unrar)\\w{0,8}\\s[^\\n|]{0,100}?(?<=\\s)-p(?=\\S)${VALUE}`,
      'gd',
    ),
    isSecret: isNoStandIn,
  },
  {
    kind: 'password',
    words: [' -p'],
    pattern: valuePattern(`\\b${LOGIN_COMMAND}\\s[^\\n|]{0,120}?(?<=\\s)-p\\s{1,3}${VALUE}`, 'gd'),
    isSecret: isNoStandIn,
  },
  {
    kind: 'password',
    words: ['redis-cli'],
    pattern: valuePattern(`\\bredis-cli\\s[^\\n|]{0,80}?(?<=\\s)-a\\s{1,3}${VALUE}`, 'gd'),
    isSecret: isNoStandIn,
  },
  {
    kind: 'passphrase',
    words: ['ssh-keygen'],
    pattern: valuePattern(`\\bssh-keygen\\s[^\\n|]{0,80}?(?<=\\s)-[NP]\\s{1,3}${VALUE}`, 'gd'),
    isSecret: isNoStandIn,
  },
  {
    kind: 'password',
    words: ['net use'],
    pattern: valuePattern(`\\bnet use\\s[^\\n]{0,80}?/user:\\S{1,60}\\s${VALUE}`),
    isSecret: isNoStandIn,
  },
  // --password secret, --api-key=secret
  {
    kind: 'password',
    words: ['--'],
    pattern: valuePattern(
      `(?<=\\s)--(?:[a-z]+-){0,3}(?:password|passwd|pass|token|secret|api-?key)[ =](?!(?:id|type|src)=)${VALUE}`,
    ),
    isSecret: isWritten,
  },
  // echo secret | sudo -S
  {
    kind: 'password',
    words: ['echo'],
    pattern: valuePattern(
      `\\becho\\s(?:-n\\s)?\\s{0,3}${VALUE}\\s{0,3}\\|\\s{0,3}(?:sudo|docker|podman|gpg|openssl|cryptsetup|passwd|chpasswd|kubectl|helm|gh|age)\\b`,
      'gd',
    ),
    isSecret: isNoStandIn,
  },
  {
    kind: 'password',
    words: ['htpasswd'],
    pattern: valuePattern(`\\bhtpasswd\\s(?:-\\w{1,6}\\s){1,3}\\S{1,80}\\s\\S{1,60}\\s${VALUE}`, 'gd'),
    isSecret: isNoStandIn,
  },
  // WITH PASSWORD 'secret', IDENTIFIED BY 'secret'
  {
    kind: 'password',
    words: ['identified'],
    pattern: valuePattern(`\\bidentified\\s+(?:with\\s+\\w{1,40}\\s+)?by\\s+${QUOTED_VALUE}`),
    isSecret: isNoStandIn,
  },
];

export const CODE: readonly ValuePattern[] = [
  // smtp.login("user", "secret")
  {
    kind: 'password',
    words: ['login(', 'auth', 'signin(', 'sign_in('],
    pattern:
      /\b(?:login|authenticate|basic_?auth|httpbasicauth|sign_?in)\(\s{0,3}["'][^"'\n]{1,80}["'],\s{0,3}["']([^"'\n]{3,200})["']/dgi,
    isSecret: isNoStandIn,
  },
  // new mysqli("host", "user", "secret")
  {
    kind: 'password',
    words: ['mysql', 'pdo(', 'drivermanager'],
    pattern:
      /\b(?:mysqli|mysql_connect|mysqli_connect|pdo|drivermanager\.getconnection)\(\s{0,3}["'][^"'\n]{1,120}["'],\s{0,3}["'][^"'\n]{1,80}["'],\s{0,3}["']([^"'\n]{1,200})["']/dgi,
    isSecret: isNoStandIn,
  },
  // define('DB_PASSWORD', 'secret')
  {
    kind: 'password',
    words: ['define(', 'set(', 'setproperty('],
    pattern:
      /\b(?:define|set|setproperty)\(\s{0,3}["'][\w.-]{0,40}(?:password|passwd|secret|token|_key)["'],\s{0,3}["']([^"'\n]{3,200})["']/dgi,
    isSecret: isAssigned,
  },
  // jwt.sign(payload, 'secret')
  {
    kind: 'key',
    words: ['jwt.'],
    pattern: /\bjwt\.(?:sign|verify|encode|decode)\([^()"'\n]{1,80},\s{0,3}b?["']([^"'\n]{6,200})["']/dgi,
    isSecret: isWritten,
  },
  {
    kind: 'key',
    words: ['aes.new', 'fernet', 'hmac', 'secretkeyspec'],
    pattern:
      /\b(?:AES\.new|Fernet|hmac\.new|SecretKeySpec|createHmac\(\s?["']\w{1,20}["'],\s?)\(?\s{0,3}b?["']([^"'\n]{8,200})["']/dg,
    isSecret: isWritten,
  },
];
