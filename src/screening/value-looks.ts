/** What a value looks like that stands where a secret would. */

/** Is written in the place of a secret, or says that there is none. */
const STAND_IN =
  /^(?:[<[{].*|[$%][a-z_({%].*|![a-z]+|[|>&][+-]?|[*x.\u2022_#?-]+|(?:your|my)[_-].*|change[_-]?(?:me|it)|placeholder|redacted|removed|filtered|example|none|null|nil|undefined|true|false|yes|no|todo|fixme|tbd|n\/a|hidden|masked|empty|string|str|text|varchar.*|bool(?:ean)?|number|int(?:eger)?|bytes|any|unknown|optional|required|(?:some|my|your|the|db|user|test|secure|super|strong|new|old)?[_-]?(?:password|passwort|passwd|secret)|pass|pwd|pw|token|key|value|user(?:name)?|await|new|oauth2?|sso|saml2?|oidc|[2m]fa|totp|\d+-?(?:digit|char|bit|day|stellig)\w*)$/i;
const STAND_IN_PART =
  /(?:^|[_-])(?:your|replace|insert|changeme|enter|paste|dummy|placeholder|redacted|masked|hier|here)(?:[_-]|$)|\.\.\.|\u2026|x{6}|\*{3}/i;
/** A piece of code, an address or a path that says where a secret is. */
const REFERENCE =
  /[()]|^(?:process|os|env|config|cfg|settings|user|self|this|args|opts|options|req|request|params|props|data|body|form|input|ctx|secrets|vault|credentials|var|local)[.[]|^[a-z_]\w*\[|^(?:[/~]|\.{1,2}\/)|^[a-z][a-z+]{1,9}:\/\/|^[\w.+-]+@[\w-]+\.[\w.-]+$/i;
/** A property of something in code. */
const PROPERTY = /^[a-z_]+(?:\.[a-zA-Z_]+)+$/;
/** The name of a variable, when it is written without quotes. */
const SAYS_SECRET = /pass|secret|token|credential/i;
const CAMEL_CASE = /^[a-z]+(?:[A-Z][a-z]+)+$/;
/** Words that say something of a password and are not one. */
const PREDICATE =
  /(?:ed|en|able|ible|ive|ing|ory|ary|ful|less|ly|ent|ant|ous|al|ic)$|^(?:the|not|with|from|for|too|very|its?|my|our|your|their|his|her|this|that|these|those|what|which|when|where|only|also|still|now|just|same|wrong|correct|right|set|reset|kept|sent|lost|known|weak|strong|long|short|safe|secure|secret|blank|null|hard|easy|fine|okay|out|due|about|at|in|on|least|shorter|longer|because|until|unless|and|but|one|something|anything|nothing|here|there|yours|mine|ours|per|via|see|ask|must|should|manager|policy|field|prompt|protection|hash|hashes|rules?|length|input|form|change|page|file|store|vault|rotation|strength|reuse|auth|free|case-sensitive|up-to-date)$/i;
const GERMAN_PREDICATE =
  /(?:ig|lich|isch|bar|los|iert|haft|end)$|^(?:hinter|ver|ge|be|er|zer|ent|ab|aus|zur\u00fcck|ein|an|auf|um)?ge\p{Ll}+(?:t|en)$|^(?:nicht|kein|keine|anders|genauso|gleich|wie|so|immer|siehe|beim|im|in|am|auf|der|die|das|dem|den|dasselbe|derselbe|bekannt|geheim|falsch|richtig|korrekt|sicher|unsicher|schwach|stark|kurz|lang|leer|zu|sehr|noch|nur|bitte|hier|dort|unver\u00e4ndert|abgelaufen|pflicht)$/iu;
const ABOUT_PASSWORDS =
  /pass|kennwort|code|\bpin\b|words?\b|wörter|characters?|zeichen|letters|buchstaben|digits?|long|least|mindestens|vault|manager/i;
/** What stands behind a value that is a measure or a name of something. */
const OF_WHAT =
  /^\s+(?:hashed|hash|hashing|hashes|encrypted|based|characters?|chars?|digits?|days?|times|bits?|minutes?|hours?|long|old|policy|manager|reset|field|store|protected|zeichen|stellen|tage|stunden|minuten|mal|gehasht|attempts?|of)\b/i;
/** Names of standards and products with a digit. */
const TECHNICAL =
  /^(?:sha|md|base|utf|oauth|aes|rsa|[rhep]s|argon|bcrypt|scrypt|pbkdf|ipv|https?|tls|ssl|iso|rfc|v)-?\d[\w.-]*$|^1password$|^[a-z]+\.(?:ts|js|py|rb|go|md|ya?ml|json|env)$/i;
const TICKET = /^[A-Z]{2,10}-\d+$/;
/** In a sentence a word is a password only where the sentence ends with it. */
const SENTENCE_END = /^["'`\u201d\u2019]?(?:\s*$|\s*[.!?,;)\n]|\s+and\b|\s+und\b)/;
const ENTRY_END = /^["'`\u201d\u2019]?\s*(?:$|[\n,;)}\]#&|<"'`]|\w+=)/;

export function isNoStandIn(value: string): boolean {
  const says = (pattern: RegExp): boolean => pattern.test(value);
  return value !== '' && ![STAND_IN, STAND_IN_PART, REFERENCE, PROPERTY].some(says);
}

/** Whether a token is a placeholder of documentation: with a word such as `your` in it, or a row of crosses. */
export function isTemplate(token: string): boolean {
  return STAND_IN_PART.test(token);
}

/** Whether a value looks like one word of a language, by its letters. */
export function isWord(value: string): boolean {
  return /^\p{L}\p{Ll}*(?:['\u2019-]\p{Ll}+)*$|^\p{Lu}+$/u.test(value);
}

function isPredicate(word: string): boolean {
  return PREDICATE.test(word) || GERMAN_PREDICATE.test(word);
}

/** Whether a value is that of a setting, and no piece of code. */
export function isAssigned(value: string, after: string, isQuoted: boolean): boolean {
  if (!isNoStandIn(value) || isPredicate(value) || OF_WHAT.test(after)) return false;
  if (isQuoted) return !value.includes(' ') || isQuotedPhrase(value);
  return !isIdentifier(value) && (!isWord(value) || ENTRY_END.test(after));
}

function isIdentifier(value: string): boolean {
  return CAMEL_CASE.test(value) || (SAYS_SECRET.test(value) && /^[a-z_.-]+$/i.test(value));
}

/** Several words that do not speak of a password. */
export function isPhrase(value: string): boolean {
  return !ABOUT_PASSWORDS.test(value) && !isPredicate(value.slice(0, value.indexOf(' ')));
}

/** The same in quotes, where the first word may be any. */
function isQuotedPhrase(value: string): boolean {
  return !ABOUT_PASSWORDS.test(value) && !PREDICATE.test(value.slice(value.lastIndexOf(' ') + 1));
}

/** It does not look like a word. */
export function isWritten(value: string, after: string): boolean {
  return (
    isNoStandIn(value) &&
    !isWord(value) &&
    !/^\d{1,3}$/.test(value) &&
    !OF_WHAT.test(after) &&
    !TECHNICAL.test(value) &&
    !TICKET.test(value)
  );
}

/** Follows the verb of a sentence. */
export function isTold(value: string, after: string, isQuoted: boolean): boolean {
  if (isQuoted && value.includes(' ')) return isNoStandIn(value) && isQuotedPhrase(value);
  if (!isWord(value)) return isWritten(value, after);
  return isNoStandIn(value) && !isPredicate(value) && (isQuoted || SENTENCE_END.test(after));
}

/** A number with a unit, a path, a setting. */
const NOT_STRONG = [
  /^\d+(?:[.:]\d+)*[a-z]{0,3}$/i,
  /^\/?(?:[a-z][a-z_-]*\d{0,2}\/){1,9}[a-z][a-z_-]*\d{0,2}$/,
  /^[a-z_.-]+=[\w.-]*$/i,
];

/** Letters with digits or with signs between them, which no word, path or setting has. */
export function isStrong(value: string, after: string): boolean {
  const isMixed = /\p{L}/u.test(value) && /\d|[!#$%&*+=?^~@\u00a7](?=.)/.test(value);
  return (
    value.length >= 5 && isMixed && isWritten(value, after) && !NOT_STRONG.some((each) => each.test(value))
  );
}

/** The value of a setting that is named after a token or a secret. */
export function isStrongSetting(value: string, after: string): boolean {
  return value.length >= 8 && isStrong(value, after);
}
