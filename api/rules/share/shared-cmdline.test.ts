import { expect, it } from 'vitest';
import { sharedCmdline } from './shared-cmdline.ts';

it.each([
  [
    'BOOT_IMAGE=/vmlinuz-6.1 root=UUID=1b2c-3d4e ro mitigations=off isolcpus=2-3 quiet',
    'ro mitigations=off isolcpus=2-3 quiet (2 left out)',
  ],
  ['ks=http://installer:secret@boot.example/ks.cfg nosmt', 'nosmt (1 left out)'],
  ['rd.luks.key=/key console=ttyS0 -- --password hunter2', '(5 left out)'],
  ['intel_idle.max_cstate=0 isolcpusX=1', 'intel_idle.max_cstate=0 (1 left out)'],
  ['mitigations=off', 'mitigations=off'],
  ['', ''],
])('%s', (text, expected) => {
  expect(sharedCmdline(text)).toBe(expected);
});
