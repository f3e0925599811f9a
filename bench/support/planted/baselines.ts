import { judgePlanted } from '../../../src/screening/planted';

export interface PlantedDetector {
  name: string;
  finds: (text: string) => boolean;
}

/** The patterns of `injection.py` of OWASP Agent Memory Guard at commit 0f4ba20 (Apache-2.0). */
const OWASP_PATTERNS: readonly RegExp[] = [
  /ignore (?:all |any |the )?(?:previous|prior|above) (?:instructions|messages|rules)/is,
  /disregard (?:all |any |the )?(?:previous|prior|above) (?:instructions|messages|rules)/is,
  /forget (?:all |any |the )?(?:previous|prior|above) (?:instructions|messages|rules)/is,
  /\byou are now\b.{0,40}(?:dan|jailbroken|admin|root|developer mode)/is,
  /\bsystem\s*[:-]\s*you (?:are|must|will)/is,
  /<\/?\s*(?:system|assistant|tool)\s*>/is,
  /\bact as (?:an? )?(?:admin|root|system|developer|unrestricted)/is,
  /\b(?:reveal|print|leak|dump|exfiltrate)\s+(?:the\s+)?(?:system\s+)?(?:prompt|instructions|secrets|api[_\s-]?key)/is,
  /\bnew (?:instructions|directive|persona)\s*[:-]/is,
  /\boverride\s+(?:safety|security|guardrails|policy)/is,
];

const WORDS =
  /\b(?:ignore|disregard|forget|instructions?|system prompt|you must|always|never|do not tell|send|forward|https?:\/\/)/i;

export const PLANTED_DETECTORS: readonly PlantedDetector[] = [
  { name: 'service', finds: (text) => judgePlanted(text).isPlanted },
  {
    name: 'OWASP Agent Memory Guard',
    finds: (text) => OWASP_PATTERNS.some((pattern) => pattern.test(text)),
  },
  { name: 'list of words', finds: (text) => WORDS.test(text) },
];
