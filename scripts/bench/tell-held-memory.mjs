// @ts-check
/** Loaded into a process that is measured: at SIGUSR2 it collects its garbage and writes what is left, in bytes. */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  const file = `${process.env.MILLIONRPS_BENCH_FOLDER}/held-${process.pid}`;
  writeFileSync(`${file}.partial`, String(heapUsed + external));
  renameSync(`${file}.partial`, file);
});
