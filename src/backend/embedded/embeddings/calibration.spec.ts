import { hashedEmbedding } from '../../../../test/support/hashed-embedding';
import { calibrate, QUESTIONS, STATEMENTS } from './calibration';

describe('calibrate', () => {
  it('gives mean and standard deviation of all pairs', () => {
    const questions = [Float32Array.of(1, 0), Float32Array.of(2, 0)];
    const statements = [Float32Array.of(3, 0), Float32Array.of(0, 1)];
    expect(calibrate(questions, statements)).toEqual({ mean: 0.5, deviation: 0.5 });
  });

  it('gives a scale where all texts are equally alike', () => {
    const same = [Float32Array.of(1, 1)];
    const { mean, deviation } = calibrate(same, same);
    expect(mean).toBeCloseTo(1);
    expect(deviation).toBe(0.01);
  });

  it('finds its own sentences unrelated by their words', () => {
    const of = (texts: readonly string[]) => texts.map((text) => hashedEmbedding(text, 'hash-384'));
    const { mean, deviation } = calibrate(of(QUESTIONS), of(STATEMENTS));
    expect(mean).toBeLessThan(0.2);
    expect(deviation).toBeLessThan(0.15);
  });
});
