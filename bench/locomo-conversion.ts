import type { BenchConversation, BenchMemory, BenchQuestion } from './support/dataset';

/** What the public LoCoMo file (`locomo10.json`) holds of a turn; it has more fields than these. */
export interface LocomoTurn {
  speaker: string;
  dia_id: string;
  text: string;
  /** Present where the turn shared a picture. */
  blip_caption?: string;
}

export interface LocomoQuestion {
  question: string;
  evidence?: string[];
  category: number;
}

export interface LocomoSample {
  sample_id: string;
  /** `session_N`: turns; `session_N_date_time`: text; `speaker_a`, `speaker_b`: names. */
  conversation: Record<string, string | LocomoTurn[]>;
  qa: LocomoQuestion[];
}

const CATEGORIES: Readonly<Record<number, string>> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
};

const SESSION = /^session_(\d+)$/;
// Some evidence entries hold several ids ("D8:6; D9:17") or pad them ("D30:05").
const TURN_ID = /D(\d+):0*(\d+)/g;

/** One conversation in the form that `bench recall` reads. Throws on a question of an unknown category. */
export function convertSample(sample: LocomoSample): BenchConversation {
  const memories = sessionNames(sample).flatMap((session) => sessionMemories(sample, session));
  const known = new Set(memories.map((memory) => memory.id));
  return {
    conversation: sample.sample_id,
    memories,
    questions: sample.qa.map((question) => convertQuestion(question, known)),
  };
}

function sessionNames(sample: LocomoSample): string[] {
  return Object.keys(sample.conversation)
    .filter((key) => SESSION.test(key))
    .sort((a, b) => sessionNumber(a) - sessionNumber(b));
}

function sessionNumber(name: string): number {
  return Number(SESSION.exec(name)?.[1]);
}

function sessionMemories(sample: LocomoSample, session: string): BenchMemory[] {
  const turns = sample.conversation[session];
  const time = sample.conversation[`${session}_date_time`];
  if (!Array.isArray(turns) || typeof time !== 'string') return [];
  return turns.map((turn) => ({ id: turn.dia_id, session, content: `[${time}] ${spoken(turn)}` }));
}

function spoken(turn: LocomoTurn): string {
  const picture = turn.blip_caption ? ` [Image: ${turn.blip_caption}]` : '';
  return `${turn.speaker}: ${turn.text}${picture}`;
}

function convertQuestion(question: LocomoQuestion, known: ReadonlySet<string>): BenchQuestion {
  const category = CATEGORIES[question.category];
  if (category === undefined) throw new Error(`Unknown LoCoMo category ${question.category}`);
  return { question: question.question, category, evidence: turnIds(question.evidence ?? [], known) };
}

/** The turns named, each once, in a stable order; ids of no turn of the conversation are left out. */
function turnIds(entries: readonly string[], known: ReadonlySet<string>): string[] {
  const named = entries.flatMap((entry) =>
    [...entry.matchAll(TURN_ID)].map(([, session, turn]) => `D${session}:${turn}`),
  );
  return [...new Set(named)].filter((id) => known.has(id)).sort();
}
