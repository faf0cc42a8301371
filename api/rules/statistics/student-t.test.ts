import { describe, expect, it } from 'vitest';
import { normalCdf } from './normal.ts';
import { logGamma, studentTCritical, studentTTail } from './student-t.ts';

/** P(T <= t) and quantiles as the reference implementation @stdlib/stats-base-dists-t 0.2.3 gives them. */
const T = [-12, -3, -0.5, 0, 1.2, 2.5, 9];
const CDF: Record<number, number[]> = {
  1: [
    0.026464676059589878, 0.10241638234956672, 0.35241638234956674, 0.5, 0.7788579383763045, 0.8788810584091566,
    0.9647767125227227,
  ],
  5: [
    0.0000354474625858076, 0.015049623948731283, 0.31914943582046457, 0.5, 0.8580544716469488, 0.9727549503288119,
    0.999858660012878,
  ],
  7.3: [
    0.000002277892614785275, 0.009490275511566747, 0.3158967634022208, 0.5, 0.8661846667241719, 0.9801748826671998,
    0.9999835031890921,
  ],
  54: [
    3.6615290609011245e-17, 0.0020393844412966303, 0.3095532841259885, 0.5, 0.8823111701587363, 0.9922555877793918,
    0.9999999999987578,
  ],
  199: [
    1.2899803373965727e-25, 0.0015224133625530865, 0.30881375616766615, 0.5, 0.8842170036636277, 0.9933863700167461,
    0.9999999999999999,
  ],
};
const CRITICAL: [degrees: number, probability: number, t: number][] = [
  [1, 0.0001, 3183.0987571185015],
  [1, 0.025, 12.706204736174694],
  [2, 0.1, 1.8856180831641272],
  [2, 0.005, 9.92484320091829],
  [5, 0.025, 2.570581835636314],
  [5, 0.0001, 9.677566300882814],
  [7.3, 0.005, 3.4510316556221845],
  [11, 0.1, 1.3634303180205416],
  [54, 0.025, 2.004879288188057],
  [199, 0.005, 2.600760216058516],
];

describe("Student's t", () => {
  it('has the tails of the reference, relative to their size', () => {
    for (const [degrees, expected] of Object.entries(CDF)) {
      for (const [i, cdf] of expected.entries()) {
        const below = studentTTail(-(T[i] ?? 0), Number(degrees));
        expect(Math.abs(below / cdf - 1), `t ${T[i]} with ${degrees} degrees`).toBeLessThan(1e-12);
      }
    }
  });

  it('has the critical values of the reference', () => {
    for (const [degrees, probability, t] of CRITICAL) {
      const error = studentTCritical(probability, degrees) / t - 1;
      expect(Math.abs(error), `${probability} with ${degrees}`).toBeLessThan(1e-10);
    }
  });

  it('exceeds 0 half of the time', () => {
    expect(studentTCritical(0.5, 5)).toBeCloseTo(0, 10);
  });
});

describe('the normal distribution', () => {
  it('is near its published values on both sides of where the formula changes', () => {
    const published: [number, number][] = [
      [0, 0.5],
      [1, 0.841344746068543],
      [-1.959963984540054, 0.025],
      [-4, 3.167124183311992e-5],
      [-6, 9.865876450377e-10],
      [-40, 0],
      [40, 1],
    ];
    for (const [z, p] of published) expect(Math.abs(normalCdf(z) - p), `z ${z}`).toBeLessThan(1e-13);
    expect(normalCdf(-4) - normalCdf(-4 + 1e-9)).toBeCloseTo(-1.338e-13, 15);
    expect(normalCdf(-6) / 9.865876450377e-10).toBeCloseTo(1, 9);
  });

  it('is what the t distribution becomes with many degrees of freedom', () => {
    expect(studentTTail(1.5, 1e7)).toBeCloseTo(normalCdf(-1.5), 7);
  });
});

it('logGamma agrees with factorials and with the root of pi', () => {
  expect(logGamma(5)).toBeCloseTo(Math.log(24), 13);
  expect(logGamma(0.5)).toBeCloseTo(0.5 * Math.log(Math.PI), 13);
  expect(logGamma(101)).toBeCloseTo(363.7393755555635, 9);
});
