import { isDoubtful } from '@rules/words/doubtful';
import { markOf } from './marks';
import { isAtBound, type Placed } from './placing';

/** Draws every point in the colour and the shape of its bottleneck; hollow where the figure is suspect. */
export function paintScatter(canvas: HTMLCanvasElement, placed: Placed[], width: number, height: number): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = window.devicePixelRatio || 1;
  [canvas.width, canvas.height] = [width * ratio, height * ratio];
  const style = getComputedStyle(document.documentElement);
  const panel = style.getPropertyValue('--panel');
  const BELOW = new Path2D('M0 5V12M-2.5 9.5L0 12L2.5 9.5');
  const paths = new Map<string, Path2D>();
  // The newest come first, and stay on top.
  for (const { run, x, y } of [...placed].reverse()) {
    const { ink, marker } = markOf(run);
    const path = paths.get(marker) ?? new Path2D(marker);
    paths.set(marker, path);
    context.setTransform(ratio, 0, 0, ratio, x * ratio, y * ratio);
    const colour = style.getPropertyValue(`--${ink}`);
    context.fillStyle = isDoubtful(run) ? panel : colour;
    context.strokeStyle = isDoubtful(run) ? colour : panel;
    context.lineWidth = isDoubtful(run) ? 1.5 : 1;
    context.globalAlpha = 0.85;
    context.fill(path);
    context.stroke(path);
    if (!isAtBound(run)) continue;
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.stroke(BELOW);
  }
}
