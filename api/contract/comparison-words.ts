/**
 * The caveats of a comparison, the most important first: reasons that a figure is not what it seems come before other
 * possible causes. A note explains how to read; all others warn.
 */
export const COMPARISON_WARNINGS = {
  'side-invalid': { title: 'A figure is invalid', isNote: false },
  'wall-moved': { title: 'Different bottlenecks', isNote: false },
  'competing-load': { title: 'Competing load', isNote: false },
  'short-steps': { title: 'Steps too short', isNote: false },
  'run-incomplete': { title: 'A run is incomplete', isNote: false },
  'side-unobserved': { title: 'A side was not measured', isNote: false },
  'target-changed': { title: 'The target changed', isNote: false },
  'target-unknown': { title: 'Configuration not known to be the same', isNote: false },
  'changed-more-than-one-thing': { title: 'More than one thing changed', isNote: false },
  'hosts-differ': { title: 'Different hosts', isNote: false },
  'one-machine': { title: 'One machine for target and load', isNote: false },
  'tools-differ': { title: 'Different load generators', isNote: false },
  'loops-differ': { title: 'Different kinds of latency', isNote: false },
  'durations-differ': { title: 'Different durations', isNote: false },
  'steps-unmatched': { title: 'Steps do not match', isNote: false },
  'nothing-changed': { title: 'Same configuration', isNote: true },
  'no-repeats': { title: 'No repeats', isNote: true },
  'not-interleaved': { title: 'Not interleaved', isNote: false },
  imported: { title: 'Imported figures', isNote: false },
  // In a document of a later product: its sentence says what.
  other: { title: 'Another caveat', isNote: false },
} as const satisfies Record<string, { title: string; isNote: boolean }>;
