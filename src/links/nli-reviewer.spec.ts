import { storedMemory } from '../../test/support/memories';
import {
  EntailmentModel,
  EntailmentUnavailable,
  NoEntailmentModel,
  type Entailment,
} from '../inference/entailment';
import { NliReviewer } from './nli-reviewer';

const [OLDER, NEWER] = [storedMemory({ content: 'older' }), storedMemory({ content: 'newer' })];
const signal = new AbortController().signal;

class Model extends EntailmentModel {
  readonly model = 'tiny';
  constructor(private readonly shares: (premise: string) => Partial<Entailment>) {
    super();
  }
  relate(premise: string): Promise<Entailment> {
    return Promise.resolve({ contradiction: 0.01, entailment: 0.01, neutral: 0.01, ...this.shares(premise) });
  }
}

const review = (model: EntailmentModel, warn: (text: string) => void = () => undefined) =>
  new NliReviewer(model, warn).review(OLDER, NEWER, signal);

describe('NliReviewer', () => {
  it('finds a contradiction in either direction, and leaves its kind to the learned judge', async () => {
    const one = new Model((premise) => (premise === 'newer' ? { contradiction: 0.97 } : {}));
    expect(await review(one)).toEqual({ kind: null, evidence: 2, words: null, by: 'tiny' });
  });

  it('finds a duplicate only where both follow from each other', async () => {
    expect(await review(new Model(() => ({ entailment: 0.8 })))).toMatchObject({ kind: 'duplicate' });
    const more = new Model((premise) => ({ entailment: premise === 'newer' ? 0.9 : 0.1 }));
    expect(await review(more)).toMatchObject({ kind: 'none', evidence: -2 });
  });

  it('counts for less where it is less sure', async () => {
    const opinion = await review(new Model(() => ({ contradiction: 0.6 })));
    expect(opinion?.evidence).toBeCloseTo(0.405, 2);
  });

  it('has no opinion while the model is away, and says so', async () => {
    const warnings: string[] = [];
    const away = new Model(() => {
      throw new EntailmentUnavailable('too slow');
    });
    expect(await review(away, (text) => warnings.push(text))).toBeNull();
    expect(warnings).toEqual([expect.stringContaining('too slow')]);
    expect(await review(new NoEntailmentModel())).toBeNull();
  });

  it('fails on an unexpected error', async () => {
    const broken = new Model(() => {
      throw new TypeError('Broken');
    });
    await expect(review(broken)).rejects.toThrow('Broken');
  });
});
