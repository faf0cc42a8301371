'use client';

export const SELECTION_BAR = 'selected-runs';

/** Beside a chosen row, for the keyboard: the bar comes after all rows. */
export function ToSelection() {
  return (
    <button
      type="button"
      className="sr-only focus:not-sr-only focus:!absolute focus:!-inset-y-0.5 focus:left-6 focus:z-10 focus:!m-0 focus:h-7 focus:rounded-control focus:bg-accent focus:!px-3 focus:!py-0 focus:text-sm focus:font-medium focus:text-accent-ink"
      onClick={() => document.getElementById(SELECTION_BAR)?.focus()}
    >
      To the selected runs
    </button>
  );
}
