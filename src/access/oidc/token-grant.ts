import { DomainError } from '../../common/domain-error';
import { ACCESS_LEVELS, isAgentIdPattern, type Access, type Grant } from '../grant';

export type Claims = Readonly<Record<string, unknown>>;

/** Names of the claims of a token that say what it admits to. */
export interface GrantClaims {
  agents: string;
  access: string;
}

/** OpenID Connect Core, section 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** Throws KeyNotForAgent, KeyNotAllowed or InvalidBearerToken for claims without agents, level or subject. */
export function grantOf(claims: Claims, names: GrantClaims): Grant {
  const by = `oidc:${subjectOf(claims)}`;
  const agents = wordsOf(claimOf(claims, names.agents)).filter(isAgentIdPattern);
  if (agents.length === 0) {
    throw new DomainError(
      'KeyNotForAgent',
      `The token admits to no agent: its claim '${names.agents}' names none`,
    );
  }
  return { agents, access: accessOf(claims, names.access), scopes: null, by };
}

/** The highest level that the claim names. A claim that is there and names none is a mistake, never a default. */
function accessOf(claims: Claims, name: string): Access {
  const claim = claimOf(claims, name);
  if (claim === undefined) return 'read';
  const words = wordsOf(claim);
  const level = ACCESS_LEVELS.findLast((each) => words.includes(each));
  if (level !== undefined) return level;
  throw new DomainError(
    'KeyNotAllowed',
    `The token allows nothing: its claim '${name}' is none of ${ACCESS_LEVELS.join(', ')}`,
  );
}

/** An array of strings, or a string of words; anything else names nothing, whatever a part of it may say. */
function wordsOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((word) => word !== '');
  if (!Array.isArray(claim) || !claim.every((each) => typeof each === 'string')) return [];
  return claim;
}

function claimOf(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

function subjectOf({ sub }: Claims): string {
  if (typeof sub === 'string' && SUBJECT.test(sub)) return sub;
  throw new DomainError('InvalidBearerToken', 'The bearer token names no subject');
}
