'use client';

import { useState } from 'react';
import { PlotFrame, pathOf } from '@/charts/plot-frame';
import { line } from '@/charts/series-group';
import { StripChart } from '@/charts/strip-chart';
import type { PaintedLine } from '@/charts/strip-plot';
import type { StripView } from '@/charts/strip-spans';
import { Room, Specimen } from './specimen';

const SECONDS = Array.from({ length: 60 }, (_, second) => second);
const END_US = 59e6;

const VIEW: StripView = {
  spans: {
    warmups: [{ label: 'warm-up', fromUs: 0, toUs: 10e6 }],
    steps: [{ label: 'step 1', stepIndex: 0, fromUs: 10e6, toUs: 50e6 }],
  },
  zeroUs: 0,
  fromUs: 0,
  toUs: END_US,
  means: null,
  newest: null,
};

const wave = (mean: number, swing: number): PaintedLine['values'] =>
  SECONDS.map((second) => mean + swing * Math.sin(second / 4));
const TIMES_US = SECONDS.map((second) => second * 1e6);
const LINES: PaintedLine[] = [
  { line: line('server', 'server', 'server'), timesUs: TIMES_US, values: wave(82, 9) },
  { line: line('client', 'client', 'client', 'dashed'), timesUs: TIMES_US, values: wave(41, 14) },
];

const CURVE = [
  [68, 200],
  [180, 90],
  [292, 52],
  [404, 48],
] as const;

export function Drawings() {
  return (
    <Room id="drawings" title="Charts">
      <Specimen of="plot-frame">
        <svg
          viewBox="0 0 460 260"
          className="max-w-[30rem] text-[11px]"
          role="img"
          aria-label="Throughput by connections"
        >
          <PlotFrame
            left={56}
            right={416}
            bottom={216}
            ticks={[
              { at: 216, label: '0' },
              { at: 132, label: '0.7 M' },
              { at: 48, label: '1.4 M' },
            ]}
            rightTicks={[{ at: 48, label: '5 ms' }]}
            columns={CURVE.map(([at], i) => ({ at, label: String(10 ** (i + 1)) }))}
            axis="connections"
          />
          <path d={pathOf([...CURVE])} fill="none" stroke="var(--accent)" strokeWidth="1.75" />
        </svg>
      </Specimen>
      <Specimen of="strip-chart">
        <Strip />
      </Specimen>
    </Room>
  );
}

function Strip() {
  const [cursorUs, setCursorUs] = useState<number | null>(null);
  return <StripChart title="CPU" unit="%" lines={LINES} view={VIEW} cursorUs={cursorUs} onCursor={setCursorUs} />;
}
