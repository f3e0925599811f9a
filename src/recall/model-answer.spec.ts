import { anAnswerMemory } from '../../test/support/answer-memories';
import {
  AnswerCut,
  ModelUnavailable,
  PromptTooLong,
  TextGenerator,
  type Generation,
  type GenerationRequest,
  type StructuredGeneration,
} from '../inference/text-generator';
import { ANSWER_SYSTEM } from './answer-prompt';
import { answerFrom, streamFrom, type AnswerTask } from './model-answer';

const memories = ['one', 'two', 'three', 'four'].map((each) => anAnswerMemory(`The ${each} is here.`));
const warnings: string[] = [];
const logger = { warn: (message: string) => void warnings.push(message) };

const task: AnswerTask = {
  question: 'What is here?',
  language: 'english',
  memories,
  isBroad: false,
  model: 'wise',
  toRequest: (prompt) => ({ system: ANSWER_SYSTEM, prompt, model: null, temperature: 0 }),
};

/** What the model says to one call after the other: a text, or the failure of the call. */
class ScriptedGenerator extends TextGenerator {
  readonly model = 'wise';
  readonly prompts: string[] = [];

  constructor(
    private readonly answers: (string | Error)[],
    private readonly room: number | null = null,
  ) {
    super();
  }

  override get promptTokens(): number | null {
    return this.room;
  }

  generate({ prompt }: GenerationRequest): Promise<Generation> {
    this.prompts.push(prompt);
    const answer = this.answers.shift() ?? new Error('Asked too often');
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve({ text: answer, model: 'wise-2' });
  }

  async *stream({ prompt }: GenerationRequest): AsyncIterable<string> {
    this.prompts.push(prompt);
    const answer = this.answers.shift() ?? new Error('Asked too often');
    if (answer instanceof AnswerCut && answer.text !== '') yield answer.text;
    if (answer instanceof Error) throw await Promise.resolve(answer);
    yield* answer.split(/(?= )/);
  }

  generateJson(): Promise<StructuredGeneration> {
    return Promise.reject(new Error('Not asked for'));
  }
}

const rowsOf = (prompt = '') => prompt.split('\n').filter((line) => line.startsWith('{')).length;

async function streamed(generator: TextGenerator) {
  let text = '';
  let end = {};
  for await (const piece of streamFrom(task, generator, logger)) {
    if ('text' in piece) text += piece.text;
    else end = piece;
  }
  return { text, ...end };
}

beforeEach(() => warnings.splice(0));

describe('an answer of a model', () => {
  it('is read with its citations, whole and in pieces', async () => {
    const said = 'The one is here [1]. So is the four [4].';
    const expected = {
      text: `The one is here [${memories[0]?.memory.id}]. So is the four [${memories[3]?.memory.id}].`,
      sources: [memories[0], memories[3]],
      certainty: 'high',
    };
    expect(await answerFrom(task, new ScriptedGenerator([said]), logger)).toEqual({
      ...expected,
      generatedBy: 'wise-2',
    });
    expect(await streamed(new ScriptedGenerator([said]))).toEqual({ ...expected, generatedBy: 'wise' });
  });

  it('may be that nothing is remembered', async () => {
    const answer = await answerFrom(task, new ScriptedGenerator(['Not in memory.']), logger);
    expect(answer).toEqual({ text: 'Not in memory.', sources: [], certainty: 'none', generatedBy: 'wise-2' });
  });

  it.each([
    ['cut', new AnswerCut('The on')],
    ['longer than the model reads', new PromptTooLong()],
  ])('that is %s is asked for once more, with half of the memories, and says so', async (_, failure) => {
    const generator = new ScriptedGenerator([failure, 'The one is here [1].']);
    const answer = await answerFrom(task, generator, logger);
    expect(generator.prompts.map(rowsOf)).toEqual([4, 2]);
    expect(answer.text).toBe(
      `The one is here [${memories[0]?.memory.id}].\n\n(The model read 2 of 4 memories: all were too much for it.)`,
    );
    expect(answer).toMatchObject({ certainty: 'high', sources: [memories[0]] });
  });

  it('that is cut twice is shown as far as it goes, says so, and is not sure', async () => {
    const generator = new ScriptedGenerator([
      new AnswerCut('The'),
      new AnswerCut('The one is here [1], and'),
    ]);
    const answer = await answerFrom(task, generator, logger);
    expect(answer).toMatchObject({ sources: [memories[0]], certainty: 'low' });
    expect(answer.text).toMatch(/^The one is here \[[^\]]+\], and … \(The answer is cut off here: /);
    expect(generator.prompts).toHaveLength(2);
  });

  it.each([
    ['is cut twice before it begins', new AnswerCut(''), /^The model reached its limit of tokens twice/],
    ['does not fit twice', new PromptTooLong(), /^The memories are too long for the model/],
  ])('that %s is replaced by quotations, and they say so', async (_, failure, text) => {
    const generator = new ScriptedGenerator([failure, failure]);
    const answer = await answerFrom(task, generator, logger);
    expect(answer).toMatchObject({ generatedBy: 'extractive', sources: memories });
    expect(answer.text).toMatch(text);
    expect(generator.prompts).toHaveLength(2);
    expect(warnings).toHaveLength(1);
  });

  it('that is cut while it is sent ends with words that say so', async () => {
    const generator = new ScriptedGenerator([
      new AnswerCut('The one is here [1], and so on and so forth with'),
    ]);
    const answer = await streamed(generator);
    expect(answer).toMatchObject({ sources: [memories[0]], certainty: 'low' });
    expect(answer.text).toMatch(/forth with … \(The answer is cut off here: /);
  });

  it('is replaced by quotations without further words when the model fails', async () => {
    const answer = await answerFrom(task, new ScriptedGenerator([new ModelUnavailable('away')]), logger);
    expect(answer.text).toMatch(/^These memories bear on this:/);
    expect(answer.generatedBy).toBe('extractive');
  });

  it('gets no more memories than fit into the model', async () => {
    const many = Array.from({ length: 100 }, (_, n) =>
      anAnswerMemory(`The ship number ${n} sails to the north.`),
    );
    const generator = new ScriptedGenerator(['Ships.'], 1_500);
    await answerFrom({ ...task, memories: many }, generator, logger);
    const rows = rowsOf(generator.prompts[0]);
    expect(rows).toBeGreaterThan(5);
    expect(rows).toBeLessThan(60);
  });

  it('is not asked for where nothing fits into the model', async () => {
    const generator = new ScriptedGenerator(['Ships.'], 300);
    expect((await answerFrom(task, generator, logger)).text).toMatch(
      /^The memories are too long for the model/,
    );
    expect(generator.prompts).toEqual([]);
  });
});
