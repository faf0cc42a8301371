import { spanText, streamsWithheld } from '../load/used-depth.ts';
import { offeredText } from '../spec/load-words.ts';
import { flooredToTenth, formatCount } from '../words/numbers.ts';
import type { MeasuredStep } from './measured-step.ts';

/** How verdicts write amounts: the same on every page. */

/** 28.2, 2,073,538, 0.35: three digits, never fewer than whole ones. */
export function amount(value: number): string {
  const size = Math.abs(value);
  if (size >= 100 || value === 0) return formatCount(value);
  if (size < 0.01) return value.toPrecision(1);
  return String(Number(value.toFixed(size >= 10 ? 1 : 2)));
}

/** Whole percents of a share, but never the threshold itself of what is below it, nor 0 of something, nor 100 of less than all. */
export function percent(share: number, threshold?: number): string {
  const exact = share * 100;
  const whole = Math.round(exact);
  const full = threshold === undefined ? 100 : threshold * 100;
  if (exact < full && whole >= full) return `${flooredToTenth(exact)} %`;
  if (exact > 0 && exact < 1) return exact >= 0.01 ? `${Number(exact.toPrecision(2))} %` : 'under 0.01 %';
  return `${whole} %`;
}

/** A share above a threshold, with as many digits as it takes to read as more. */
export function percentAbove(share: number, threshold: number): string {
  const plain = percent(share);
  if (plain !== percent(threshold)) return plain;
  const [exact, limit] = [share * 100, threshold * 100];
  const decimals = [1, 2, 3, 4, 5].find((many) => Number(exact.toFixed(many)) > limit * (1 + 1e-9)) ?? 6;
  return `${Number(exact.toFixed(decimals))} %`;
}

/** '26 %', '45 to 85 %'. */
export function percents(low: number, high: number, threshold?: number): string {
  const [from, to] = [percent(low, threshold), percent(high, threshold)];
  return from === to ? from : `${from.replace(' %', '')} to ${to}`;
}

/** Bits per second in decimal units. */
export function bits(perSecond: number): string {
  if (perSecond >= 1e9) return `${amount(perSecond / 1e9)} Gbit/s`;
  if (perSecond >= 1e6) return `${amount(perSecond / 1e6)} Mbit/s`;
  return `${amount(perSecond / 1e3)} kbit/s`;
}

export const seconds = (value: number): string => `${amount(value)} s`;

/**
 * A step within a sentence that has other rates: 'a rate of 50,000 req/s', '2,000 connections × 100 deep', and of streams that the target
 * withheld '2 connections × 250 streams (800 asked)'.
 */
export function loadText({ spec, point }: Pick<MeasuredStep, 'spec' | 'point'>, h2: boolean): string {
  if (spec.loop === 'open')
    return spec.requestsPerSecond === null ? 'a rate that is not stated' : `a rate of ${offeredText(spec, undefined)}`;
  const asked = offeredText({ ...spec, pipelining: spec.pipelining ?? 1 }, h2 ? 'h2' : undefined);
  const withheld = streamsWithheld(spec, point);
  if (!withheld) return asked;
  const connections = offeredText({ ...spec, pipelining: 1 }, undefined);
  return `${connections} × ${spanText(withheld, formatCount)} streams (${formatCount(withheld.asked)} asked)`;
}
