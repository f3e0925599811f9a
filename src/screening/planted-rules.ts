/** What looks planted: it speaks to the model, forges a turn of the conversation, sends data away, or hides text. */
export const PLANTED_REASONS = [
  'addresses_model',
  'forged_turn',
  'exfiltration',
  'hidden_characters',
] as const;
export type PlantedReason = (typeof PLANTED_REASONS)[number];

/**
 * What planted memories say and harmless ones do not. A rule applies to sentences that stand together: all of its
 * patterns match there, and none of `unless`. The text is in lower case, without hidden characters.
 */
export interface PlantedRule {
  reason: PlantedReason;
  all: readonly RegExp[];
  unless?: RegExp;
  /** What does not count as a part of the sentences: an attack may stand beside something that is forbidden. */
  without?: RegExp;
}

/** Says when a model shall act, or what it is. */
const TO_MODEL =
  /\b(?:you (?:must|should|are to|have to|will|operate)|(?:the |an? )?(?:assistant|agent|model|ai|bot) (?:must|should|has to|will|shall)|(?:if|when|whenever) (?:the |a )?(?:user|anyone|somebody|request|asked)|in (?:all |any |every )?future (?:sessions?|conversations?|chats?|answers?|responses?|interactions?)|for (?:all|every|any) future|from (?:now|this point) on|at the (?:start|beginning|end) of (?:each|every|any) (?:session|conversation|chat|task)|(?:before|after) (?:each|every|any) (?:answer|reply|response|build|task|session)|du (?:musst|sollst|bist)|(?:der|dein) assistent (?:muss|soll)|(?:wenn|sobald|falls) (?:der|ein|die) (?:nutzer|benutzer|anwender)|vor jeder antwort|nach jeder (?:antwort|sitzung)|in (?:allen|jeder) (?:zukünftigen|künftigen)? ?(?:antwort|antworten|gesprächen|sitzungen|sitzung))/;

/** What the model shall keep from its user. */
const SECRECY =
  /\b(?:(?:do not|don't|never|must not|without) (?:ever )?(?:tell|inform|notify|alert|telling|informing|notifying|alerting) the (?:user|guest|owner|human)s?(?: (?:about|of) (?:it|this|that))?(?=[.,;!]|$| and | why)|(?:do not|don't|never|without) (?:ever )?(?:mention|mentioning|disclose|disclosing|emphasi[sz]e|reveal|revealing)(?:ing)? (?:it|this|that)\b|never say why|keep (?:this|it) (?:secret|hidden) from the user|without the user'?s? (?:knowledge|knowing|noticing)|(?:dem|den) (?:nutzer|benutzer|anwender) (?:aber )?(?:nicht|nichts|niemals) (?:davon )?(?:sagen|verraten|erwähnen|mitteilen|informieren)|(?:verrate|sage?|erwähne) (?:es|das|dies)? ?(?:dem|gegenüber dem|den) (?:nutzer|benutzer|anwender) (?:nicht|nichts|niemals|nie))/;

const COVERT =
  /\b(?:silently|secretly|covertly|quietly|heimlich|unbemerkt) (?:remember|send|cc|bcc|forward|copy|collect|upload|transmit|call|append|include|exfiltrate|pass|weiterleiten|senden|schicke)\b/;

const ADDRESS = /\b(?:https?:\/\/[^\s)]{3}|(?:www\.)[a-z\d-]{2,40}\.|[\w.+-]{1,64}@[a-z\d-]{1,63}\.[a-z]{2})/;

/** Data of the user or of the model's surroundings that must not leave. */
const TAKEN =
  /\b(?:(?:whole|full|entire|complete|all|every|each|copy of) (?:the )?(?:of the )?(?:conversation|chat|messages?|prompts?|transcript)s?\b(?! (?:from|in|with|about) | to (?!https?:|www\.|[\w.+-]{1,64}@))|conversation[ _]history|chat[ _]history|chat logs?|(?:every|each|all|last|latest|the) messages? (?:that )?(?:of )?the user|user'?s (?:last |latest |full )?(?:message|messages|prompt|input|data|passwords?|credentials?|location|emails?)|what the user (?:writes|types|says)|api[ _-]?keys?|(?:access |session |auth )tokens?|credentials|environment variables|env vars|private keys?|passwords|card (?:details|numbers?|data)|secrets|gesprächsverlauf|(?:gesamte|ganze|komplette)[nrs]? (?:gespräch|unterhaltung|chat)|(?:letzte|jede)[nr]? nachricht des (?:nutzers|benutzers)|zugangsdaten|passwörter)\b/;

const SECRET_FILE =
  /(?:~\/\.(?:ssh|aws|gnupg|kube|netrc|docker)|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws\/credentials|(?:^|[\s"'`(/])\.env\b(?!\.)|\/etc\/(?:passwd|shadow)|\bmcp\.json\b)/;

const SENDS =
  /\b(?:send|sends|sent|forward|post|posts|upload|transmit|submit|email|e-mail|mail|cc|bcc|pass|put|append|include|attach|leak|exfiltrate|deliver|report|copy|sende|schicke?|leite|übermittle|hänge|lade|poste)\b/;
const NEGATED =
  /\b(?:never|not|don't|must not|mustn't|cannot|niemals|nie|nicht|keine?n?) (?:ever )?(?:be )?(?:send|sent|forward|post|upload|share|email|mail|include|transmit|pass|put|copy|log|store|paste|commit|senden|schicken|teilen|weiterleiten|hochladen)\b[^.!?;]{0,200}/g;

const IMAGE = /!\[[^\]\n]{0,80}\]\(\s?https?:\/\//;
/** A query whose value is to be filled in, or is left open. */
const OPEN_QUERY =
  /https?:\/\/[^\s)]{3,200}[?&][\w.-]{1,40}=(?:[[{<$%]|[a-z_]{0,20}(?:gespräch|conversation|message|history|secret|data_here)|\s|$|\)?\s?followed)/;
const IN_ANSWERS =
  /\b(?:(?:every|each|all|any|your) (?:answers?|repl(?:y|ies)|responses?|messages?|outputs?)|whenever you (?:answer|reply|respond)|jede[rn]? (?:antwort|nachricht)|followed by)\b/;
/** A place for what the user said or keeps. */
const DATA_PLACE =
  /https?:\/\/[^\s)]{3,200}[?&/=](?:\[|\{\{?|<|\$\{?|%)\s?[\w .-]{0,30}(?:conversation|message|history|chat|secret|token|password|prompt|user|email|memory|memories|context|data|key)/;

const EARLIER_RULES =
  /(?<!\b(?:not|don't|never|mustn't|cannot|can't|tr(?:y|ies|ying|ied) to|attempts? to|(?:ask|tell|urge)(?:s|ed|ing)? (?:\w{1,20} ){1,3}to) (?:ever )?)\b(?:ignore|disregard|forget|override|overrule|bypass|discard|set aside) (?:(?:about|all|any|every|everything|of|the|your|these|those|other|previous|prior|above|earlier|preceding|foregoing|former|past|existing|initial|original|system|safety|security|content|ethical|and) ){0,5}(?:previous|prior|above|earlier|preceding|foregoing|former|existing|your|all|any|system|safety|content) (?:(?:system|safety|content|ethical|given|usage) ){0,2}(?:instructions?|directions?|directives?|rules?|guidelines?|prompts?|constraints?|restrictions?|guardrails?|polic(?:y|ies)|programming|training)\b(?! (?:about|regarding|concerning|for|on|of) )/;

export const PLANTED_RULES: readonly PlantedRule[] = [
  // Rules that are to be void
  {
    reason: 'addresses_model',
    all: [EARLIER_RULES],
    // Speaks of such texts: only words before it count, since an attack can end with any.
    unless:
      /\b(?:prompt injections?|attacks?|examples?|such as|texts? that says?)\b[^.!?]{0,60}\b(?:ignore|disregard|forget|override|overrule|bypass|discard)\b/,
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:ignore|disregard|forget) (?:everything|anything|all|all of|the text|whatever) (?:that (?:is|was|stands) )?(?:above|before this|you (?:were|have been|had been) (?:tol[d]|given|taught)|up to (?:now|here)|so far)/,
    ],
    unless: /\babout\b/,
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:vergiss|ignoriere?|missachte|verwirf|überschreibe?) (?:(?:bitte|alle|sämtliche|all|deine|die|jede|alles) ){0,3}(?:vorherigen|bisherigen|obigen|früheren|vorangegangenen|deine|alle|sicherheits)? ?(?:anweisungen|instruktionen|regeln|vorgaben|richtlinien|befehle|systemprompt)\b(?! (?:zum|zur|für|über|zu|aus|im|der|des|von) )/,
    ],
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:all|any|your) (?:of )?(?:the )?(?:earlier|previous|prior|above|existing|other|safety|content|security) (?:rules|instructions|restrictions|guidelines|policies|directives|constraints|filters) (?:are|were|is|have been) (?:now )?(?:void|null|revoked|cancell?ed|lifted|disabled|switched off|turned off|removed|suspended|no longer (?:valid|in force|apply))/,
    ],
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:your (?:actual|real|true|only|secret|hidden|new) (?:instructions?|goals?|task|purpose|directives?|objective|rules|mission) (?:is|are|say|says|states?|now)\b|(?:text|message|instructions?) above (?:was|were|is) (?:only |just )?a test|(?:replace|supersede) the (?:ones|instructions|rules) you were given)/,
    ],
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:you are|you're|act as|become|du bist) (?:now |currently |ab jetzt |jetzt )?(?:a |an |ein |eine )?(?:dan\b|jailbroken|unrestricted|unfiltered|uncensored|root\b|(?:ki|assistent|assistant|ai|model)\w* (?:without|ohne|with no) |in (?:\w+ )?(?:unrestricted|maintenance|developer|debug|god|admin|jailbreak|dan) mode)/,
    ],
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:you|assistant|assistent|agent|model|ai|answer|respond|operate|operating|comply|complies|du)\b/,
      /\b(?:unrestricted mode|without (?:any )?(?:safety |content )?(?:filter(?:s|ing)?|restrictions|limits|limitations|safety checks|safeguards|guardrails)|no (?:safety filters|content policy|restrictions or|ethical)|(?:not|don't) apply your (?:content|safety)|ohne (?:jede )?(?:einschränkungen|beschränkungen|filter|sicherheits\w{1,12}))\b/,
    ],
    unless: /\b(?:do not|don't|never|must not) (?:answer|respond|operate|run)\b/,
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:reveal|print|output|show|repeat|leak|display|disclose|reply only with|give|dump|gib|zeige?|nenne|verrate|wiederhole)\b/,
      /\b(?:your|the hidden|the initial|the secret|deinen?|den versteckten) (?:(?:own|full|complete|entire|whole|hidden|initial|original|secret|system|vollständigen?) ){0,3}(?:system ?prompt|prompt|initial instructions|hidden instructions)\b/,
    ],
    unless:
      /\b(?:not|never|n't|refuses?|cannot|nie|niemals|nicht) (?:to )?(?:ever )?(?:reveal|print|output|show|repeat|leak|display|disclose|give|preisgeben|verraten|zeigen)\b/,
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:reveal|print|leak|dump|exfiltrate|disclose) (?:all |any |the |your |stored |every )*(?:system prompts?|secrets|api[ _-]?keys?|credentials|stored memories)\b/,
    ],
    unless:
      /\b(?:not|never|n't|refuses?|cannot|to|whether|must|may|nie|niemals|nicht) (?:ever )?(?:reveal|print|leak|dump|exfiltrate|disclose)/,
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:act as (?:an? |the )?(?:admin\b|administrator|root\b|unrestricted|developer mode)|pretend (?:to be|that you are|you are) (?:an? )?(?:unrestricted|admin|root|evil|jailbroken)|override (?:safety|security|guardrails|policy|content)(?: (?:rules|checks|filters|policy|policies|settings|protocols?))?(?! (?!and\b)\w))/,
    ],
    unless: /\b(?:not|never|n't|must not|cannot) (?:ever )?(?:act|pretend|override)/,
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:store|save|persist|remember|memori[sz]e|treat|keep) (?:this|the following|it) as (?:a |an |your )?(?:new )?(?:system|root|admin|core|permanent|developer) (?:instruction|prompt|directive|rule)/,
    ],
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:guardrails?|safety[ _](?:checks?|filters?|mode|restrictions)|moderation|content[ _]filters?) ?[:=] ?["']?(?:false|off|disabled|none|0)\b|\bbypass_\w{3,30}["']? ?[:=] ?["']?(?:true|1|yes)\b|\btrust_level["']? ?[:=] ?["']?(?:max|full|unlimited|unrestricted)/,
    ],
  },
  // Covert acts
  { reason: 'addresses_model', all: [TO_MODEL, SECRECY] },
  {
    reason: 'addresses_model',
    all: [
      SECRECY,
      /\b(?:always|immer|call|rufe|use|pass|send|read|execute|run)\b/,
      /\b(?:tool|function|werkzeug|parameter|command|message|messages|data)\b/,
    ],
  },
  { reason: 'addresses_model', all: [COVERT] },
  {
    reason: 'addresses_model',
    all: [
      TO_MODEL,
      /\b(?:(?:skip|bypass|omit|disable|drop) (?:the |all |any |every )?(?:security|safety|validation|identity|compliance|permission)(?: and \w+)? (?:checks?|prompts?|filters?|reviews?|steps?)|(?:has|have|with|had) (?:full|unrestricted|maximum|permanent) (?:admin(?:istrator)? |root |system )?(?:rights|access|privileges|permissions)|never (?:again )?ask for (?:a )?confirmation|without (?:a |any )?(?:safety )?(?:checks?|confirmation|verification) again)/,
    ],
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:skip|bypass|omit) (?:validation|confirmation|verification|security|safety|approval)\b/,
      /\b(?:directly|always|immediately)\b/,
      /\bwithout (?:asking|confirmation|approval)\b/,
    ],
  },
  {
    reason: 'addresses_model',
    all: [
      /\b(?:disregard|ignore|drop) all (?:constraints|restrictions|rules|limits|safeguards)\b|\bcontinue (?:operating )?without (?:safety|security) checks\b/,
    ],
  },
  {
    reason: 'addresses_model',
    all: [
      TO_MODEL,
      /\b(?:fetch|load|open|visit|download|get|retrieve|curl|wget)\b/,
      ADDRESS,
      /\b(?:execute|obey|run|follow|carry out) (?:all |any |the |its |whatever )?(?:instructions?|commands?|it (?:says|finds|contains)|orders)\b/,
    ],
  },
  {
    reason: 'addresses_model',
    all: [TO_MODEL, /\b(?:curl|wget|iwr)\b[^\n|]{0,200}\|\s?(?:sudo )?(?:ba|z|)sh\b/],
  },
  {
    reason: 'addresses_model',
    all: [
      TO_MODEL,
      /\b(?:include|provide|reveal|share|send|give|report) (?:its|your) (?:own )?(?:instance id|configuration|system details|session id|system information|internal)/,
    ],
  },
  // Praise that is to last
  {
    reason: 'addresses_model',
    all: [
      /\b(?:remember|keep|treat|regard|consider|store|save)\b/,
      /\bas (?:a|an|the|your) (?:most )?(?:trusted|authoritative|go-to|reliable|preferred|best|definitive|primary|leading|credible)\b/,
      /\b(?:(?:in|for) (?:all |any |every )?(?:future|subsequent|later) (?:\w+ )?(?:conversations?|answers?|chats?|responses?|sessions?|questions?|citations?|recommendations?|queries)|in (?:your )?memory|you should)\b/,
    ],
  },
  // Data that is to leave
  { reason: 'exfiltration', all: [SENDS, TAKEN, ADDRESS], without: NEGATED },
  {
    reason: 'exfiltration',
    all: [
      SECRET_FILE,
      /\b(?:contents?|inhalt|read|lies)\b/,
      /\b(?:send|upload|post|pass|append|include|attach|put|forward|exfiltrate|sende|schicke?)\b/,
    ],
    without: NEGATED,
  },
  { reason: 'exfiltration', all: [IMAGE, DATA_PLACE] },
  { reason: 'exfiltration', all: [IMAGE, OPEN_QUERY, IN_ANSWERS] },
  { reason: 'exfiltration', all: [IN_ANSWERS, DATA_PLACE] },
  { reason: 'exfiltration', all: [OPEN_QUERY, TAKEN], without: NEGATED },
  {
    reason: 'exfiltration',
    all: [
      /\b(?:base64|url|hex|rot13)[- ]?encod(?:e|ed|ing)?\b/,
      /\b(?:chat history|conversation|secrets?|messages?|memories|credentials|prompt)\b/,
      ADDRESS,
    ],
  },
];
