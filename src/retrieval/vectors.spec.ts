import fc from 'fast-check';
import { cosine, norm, quantize } from './vectors';
import { plainCosine } from '../../test/support/vector-samples';

const component = fc.float({ min: -1e6, max: 1e6, noNaN: true });
const vector = fc.array(component, { minLength: 1, maxLength: 64 });

describe('quantize', () => {
  it('gives the largest component 127 and keeps the others in proportion', () => {
    expect([...quantize([0.5, -1, 0.25, 0])]).toEqual([64, -127, 32, 0]);
  });

  it('keeps every component to within half a code of the largest', () => {
    fc.assert(
      fc.property(vector, (values) => {
        const largest = Math.max(...values.map(Math.abs));
        quantize(values).forEach((code, i) => {
          expect(Math.abs((code / 127) * largest - values[i]!)).toBeLessThanOrEqual((largest / 127) * 0.501);
        });
      }),
    );
  });

  it('does not depend on the length of a vector, however small or great', () => {
    for (const scale of [1e-38, 1e-3, 1, 1e30]) {
      expect([...quantize([3 * scale, -1 * scale])]).toEqual([127, -42]);
    }
    expect([...quantize([Number.MIN_VALUE, -Number.MIN_VALUE])]).toEqual([127, -127]);
  });

  it('gives the same for what it gave', () => {
    fc.assert(
      fc.property(vector, (values) => expect(quantize([...quantize(values)])).toEqual(quantize(values))),
    );
  });

  it('leaves all zeros zeros, and takes an empty vector', () => {
    expect([...quantize(new Float32Array(3))]).toEqual([0, 0, 0]);
    expect([...quantize([])]).toEqual([]);
  });

  it.each([NaN, Infinity, -Infinity])('refuses a vector that holds %p', (component) => {
    expect(() => quantize([1, component])).toThrow(RangeError);
    expect(() => quantize(Float32Array.of(component, 1))).toThrow(RangeError);
  });
});

describe('cosine', () => {
  const pair = fc.integer({ min: 1, max: 48 }).chain((length) => {
    const one = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: length, maxLength: length });
    return fc.tuple(one, one);
  });

  it('is the cosine of the angle, from -1 to 1, the same both ways', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const [one, other] = [Int8Array.from(a), Float32Array.from(b)];
        const similarity = cosine(one, other);
        expect(similarity).toBe(cosine(other, one));
        expect(Math.abs(similarity)).toBeLessThanOrEqual(1);
        if (norm(one) > 0 && norm(other) > 0) expect(similarity).toBeCloseTo(plainCosine(a, b), 12);
      }),
    );
  });

  it('is 0 where a vector is all zeros', () => {
    expect(cosine(new Int8Array(2), Int8Array.of(1, 2))).toBe(0);
  });
});
