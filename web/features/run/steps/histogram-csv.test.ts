import { expect, test } from 'vitest';
import { histogramsCsv } from './histogram-csv';

test('each bucket is a row with what lies up to it', () => {
  const histogram = { significantDigits: 3, valuesUs: [100, 250, 4001], counts: [50, 49, 1] };
  expect(histogramsCsv({ steps: [{ stepIndex: 1, histogram }] }, () => '1,000 connections')).toBe(
    [
      'step,load,latency_us,requests,requests_up_to,percentile',
      '2,"1,000 connections",100,50,50,50',
      '2,"1,000 connections",250,49,99,99',
      '2,"1,000 connections",4001,1,100,100',
      '',
    ].join('\r\n'),
  );
});
