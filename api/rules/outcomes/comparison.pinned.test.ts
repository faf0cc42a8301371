import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { COMPARISON_VERSION } from '../../contract/comparison.ts';
import { VERDICT_VERSION } from '../../contract/verdict.ts';
import { samplePoint, sampleRun } from '../../testing/sample-run.ts';
import { compareRounds } from '../comparison/compare-runs.ts';
import { noiseOfFigures } from '../experiment/run-noise.ts';
import { shownResult } from '../experiment/shown-result.ts';
import { withVerdict } from '../verdict/with-verdict.ts';

/** What the same rounds come to by rules of each version, of verdicts and of comparisons. */
const HASHES: Record<string, string> = {
  '2.1': '81fd8ae17794fad8ed0fa4e3e153a13eabf00a6b72efc9cf149cff8b1e4cf3b3',
  '2.2': 'c9860c997834db39f2a09c417d98ac0f9d4176702d1e613d4ad9518b810793c0',
  '3.2': 'c9860c997834db39f2a09c417d98ac0f9d4176702d1e613d4ad9518b810793c0',
  '3.3': '2314f843e0435fecf4fa520cf96676fa7ce8464535416d1728f153a16e098b15',
  '4.3': '2314f843e0435fecf4fa520cf96676fa7ce8464535416d1728f153a16e098b15',
  '5.4': '78b140ce2f8994189ab930266cbe3f806e9cdffdf55d857e91a7efc07948a828',
  '6.4': '78b140ce2f8994189ab930266cbe3f806e9cdffdf55d857e91a7efc07948a828',
  '7.4': '78b140ce2f8994189ab930266cbe3f806e9cdffdf55d857e91a7efc07948a828',
  '7.5': '78b140ce2f8994189ab930266cbe3f806e9cdffdf55d857e91a7efc07948a828',
  '8.5': '78b140ce2f8994189ab930266cbe3f806e9cdffdf55d857e91a7efc07948a828',
  '8.6': '78b140ce2f8994189ab930266cbe3f806e9cdffdf55d857e91a7efc07948a828',
  '9.7': 'c55ba62eed15be4cf022b1ae450701fb66d71bf475f3999a54a0805d9c6c6440',
  '10.7': 'c55ba62eed15be4cf022b1ae450701fb66d71bf475f3999a54a0805d9c6c6440',
  '11.8': '791e8ed937fd9e7302f59c26588ed9d65654962625efe85cb32b904e2fe6f41d',
  '11.9': '791e8ed937fd9e7302f59c26588ed9d65654962625efe85cb32b904e2fe6f41d',
  '11.10': '791e8ed937fd9e7302f59c26588ed9d65654962625efe85cb32b904e2fe6f41d',
  '12.10': '791e8ed937fd9e7302f59c26588ed9d65654962625efe85cb32b904e2fe6f41d',
  '12.11': '791e8ed937fd9e7302f59c26588ed9d65654962625efe85cb32b904e2fe6f41d',
  '13.11': '791e8ed937fd9e7302f59c26588ed9d65654962625efe85cb32b904e2fe6f41d',
  '14.12': '791e8ed937fd9e7302f59c26588ed9d65654962625efe85cb32b904e2fe6f41d',
  '15.12': '791e8ed937fd9e7302f59c26588ed9d65654962625efe85cb32b904e2fe6f41d',
  '15.13': '791e8ed937fd9e7302f59c26588ed9d65654962625efe85cb32b904e2fe6f41d',
  '15.14': '791e8ed937fd9e7302f59c26588ed9d65654962625efe85cb32b904e2fe6f41d',
  '16.14': '791e8ed937fd9e7302f59c26588ed9d65654962625efe85cb32b904e2fe6f41d',
  '16.15': '24cef8201600cdc8a28c5171012af68400cab599f699540d64bba57e3a4b07de',
  '17.15': 'd7247de5dfab4543119b297dbe536aff8a5417035bfb2e8c25b14d82d8099b7d',
  '18.15': 'd7247de5dfab4543119b297dbe536aff8a5417035bfb2e8c25b14d82d8099b7d',
  '19.15': 'd7247de5dfab4543119b297dbe536aff8a5417035bfb2e8c25b14d82d8099b7d',
  '20.15': 'd7247de5dfab4543119b297dbe536aff8a5417035bfb2e8c25b14d82d8099b7d',
  '21.15': 'd7247de5dfab4543119b297dbe536aff8a5417035bfb2e8c25b14d82d8099b7d',
  '22.15': 'd7247de5dfab4543119b297dbe536aff8a5417035bfb2e8c25b14d82d8099b7d',
  '23.15': 'd7247de5dfab4543119b297dbe536aff8a5417035bfb2e8c25b14d82d8099b7d',
  '24.15': 'd7247de5dfab4543119b297dbe536aff8a5417035bfb2e8c25b14d82d8099b7d',
  '24.16': 'd7247de5dfab4543119b297dbe536aff8a5417035bfb2e8c25b14d82d8099b7d',
  '25.16': 'd7247de5dfab4543119b297dbe536aff8a5417035bfb2e8c25b14d82d8099b7d',
  '25.17': '8b2b1c228a0e4042b2103c5b9df8a9eae8caaea6396512798b7fe10662ce1fd7',
  '26.17': '8b2b1c228a0e4042b2103c5b9df8a9eae8caaea6396512798b7fe10662ce1fd7',
  '26.18': 'bdfed9216882a8d1a950d0b9c51fd29d619236b8d6722c289c5b3756364f64bf',
  '28.18': 'bdfed9216882a8d1a950d0b9c51fd29d619236b8d6722c289c5b3756364f64bf',
  '28.19': 'ae98463a7aa9e9c2ed30e5befa7f457da4c8c4baf50e7b23646bc6975f3c147c',
  '29.19': 'ae98463a7aa9e9c2ed30e5befa7f457da4c8c4baf50e7b23646bc6975f3c147c',
  '30.19': 'ae98463a7aa9e9c2ed30e5befa7f457da4c8c4baf50e7b23646bc6975f3c147c',
  '30.20': 'ae98463a7aa9e9c2ed30e5befa7f457da4c8c4baf50e7b23646bc6975f3c147c',
  '31.20': 'ae98463a7aa9e9c2ed30e5befa7f457da4c8c4baf50e7b23646bc6975f3c147c',
  '32.20': 'ae98463a7aa9e9c2ed30e5befa7f457da4c8c4baf50e7b23646bc6975f3c147c',
  '32.21': 'ae98463a7aa9e9c2ed30e5befa7f457da4c8c4baf50e7b23646bc6975f3c147c',
  '32.22': '2f3f526832119753b064eefb51f81a701e6649738d4d6a2840adb09ef1e17c47',
  '32.23': '2f3f526832119753b064eefb51f81a701e6649738d4d6a2840adb09ef1e17c47',
  '33.24': '2f3f526832119753b064eefb51f81a701e6649738d4d6a2840adb09ef1e17c47',
  '34.25': 'c123d291bcbacf620a8038b9f8e00edc6e3c6f8bfb624549015a0161415dfd3a',
  '35.26': 'c123d291bcbacf620a8038b9f8e00edc6e3c6f8bfb624549015a0161415dfd3a',
};

/** Throughput of two steps, by configuration: one that is faster, one alike, one that leaps about, one without a second step. */
const FIGURES = [
  [10_000, 20_000],
  [12_000, 20_050],
  [10_020, 26_000],
  [9500, null],
];

function comparedRounds() {
  const configurations = FIGURES.map(([first, second], configuration) => ({
    name: `configuration ${configuration}`,
    runs: [0, 1, 2, 3].map((round) => {
      const leap = configuration === 2 ? 1 + ((round * 7) % 4) / 9 : 1 + round / 500;
      const points = [first, second].map((value) =>
        value == null ? null : samplePoint({ requestsPerSecond: value * leap, serverCpuUsPerRequest: 20 * leap }),
      );
      return withVerdict(sampleRun({ id: `run ${configuration} ${round}`, points }));
    }),
  }));
  const noise = noiseOfFigures(
    [1.01, 0.99, 1.005, 1].flatMap((ratio, round) =>
      [100, 100 * ratio].map((figure, configuration) => ({
        experimentId: 'a',
        round,
        configuration,
        targetKey: null,
        figure,
        of: 'Fiber GET / at 50 connections',
        key: null,
        suspect: false,
      })),
    ),
  );
  const primary = { metric: 'requestsPerSecond' as const, stepIndex: 0 };
  return compareRounds(configurations, { alpha: 0.05, marginPercent: 2, primary, noiseOf: () => noise });
}

it('comes to what its version stands for: what is kept of experiments is made anew by the version alone', () => {
  const { outcomes, runs: _, ...rest } = shownResult(comparedRounds());
  // The last bits of a logarithm are the machine's.
  const text = JSON.stringify({ outcomes, ...rest }, (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(6)) : value,
  );
  const hash = createHash('sha256').update(text).digest('hex');
  const version = `${VERDICT_VERSION}.${COMPARISON_VERSION}`;
  expect(hash, 'raise the version of what changed, and add what these rounds come to now').toBe(HASHES[version]);
});
