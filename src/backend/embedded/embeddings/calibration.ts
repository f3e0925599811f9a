import { cosine, type VectorSpace } from '../../../retrieval/vectors';

/** Questions and statements, none of which has to do with another. */
export const QUESTIONS: readonly string[] = [
  'What did Sarah name her puppy?',
  'When is the quarterly tax report due?',
  'Which database does the billing service use?',
  'Where did the hiking club go last spring?',
  'How long does the bread dough have to rest?',
  'Who plays the cello in the quartet?',
  'Why was the flight to Lisbon delayed?',
  'What colour is the kitchen going to be painted?',
  'Is Tom allergic to peanuts?',
  'How many people signed the petition?',
  'Which exam does Mei have on Thursday?',
  'What broke the login page yesterday?',
];

export const STATEMENTS: readonly string[] = [
  'The museum is closed on Mondays and public holidays.',
  'Carlos prefers tabs to spaces and wants short commit messages.',
  'I finally finished the marathon in under four hours!',
  'The deployment script reads its settings from a YAML file.',
  'Grandma grows tomatoes and basil on her balcony.',
  'We agreed to move the meeting with the investors to noon.',
  'The whale museum in Iceland was my favourite stop.',
  'Please answer in French and keep it under three sentences.',
  'The old violin was repaired by a craftsman in Cremona.',
  'Unit tests run in parallel and take about two minutes.',
  'Her new apartment has a view of the harbour.',
  'He sold his motorcycle to pay for the photography course.',
];

/** A model that finds every two texts alike, or all equally unlike, still gets a scale. */
const LEAST_DEVIATION = 0.01;

/**
 * Mean and standard deviation of the cosine similarities of unrelated questions and statements. Models differ widely
 * in this, and only a similarity measured against it says anything.
 */
export function calibrate(
  questions: readonly Float32Array[],
  statements: readonly Float32Array[],
): Pick<VectorSpace, 'mean' | 'deviation'> {
  const similarities = questions.flatMap((question) => statements.map((text) => cosine(question, text)));
  const mean = average(similarities);
  const variance = average(similarities.map((similarity) => (similarity - mean) ** 2));
  return { mean, deviation: Math.max(LEAST_DEVIATION, Math.sqrt(variance)) };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
