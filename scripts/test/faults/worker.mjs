// @ts-check
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
/** Runs in a lab's API namespace: tries the cells that it is sent, one after another, and sends what came of each. */
import { runScript } from '../../start/run-script.mjs';
import { root } from '../../start/settings.mjs';
import { allCells } from './cells.ts';
import { FAULTS } from './faults.mjs';
import { FaultLab } from './lab.mjs';
import { specOf } from './subjects.mjs';
import { isWell, tryCell } from './try-cell.mjs';

const { topology, ...lengths } = JSON.parse(process.env.MILLIONRPS_FAULT_LAB ?? '{}');
/** Of cells that went wrong. */
const LOGS = path.join(root, '.build/faults');
const send = (/** @type {object} */ message) => process.send?.(message);

await runScript(async () => {
  const lab = await new FaultLab(topology).start();
  const cells = new Map(allCells(FAULTS).map((cell) => [cell.id, cell]));
  const over = new Promise((resolve) => process.once('disconnect', () => resolve(null)));
  const next = () =>
    new Promise((/** @type {(id: string | null) => void} */ resolve) =>
      process.once('message', (id) => resolve(String(id))),
    );
  // What a host has after its first run, it keeps.
  await lab.client.finish((await lab.client.createRun('the first', specOf(lab))).id);
  send({ ready: true });
  for (;;) {
    const id = await Promise.race([next(), /** @type {Promise<null>} */ (over)]);
    const cell = id && cells.get(id);
    if (!cell) return;
    const told = await tryCell(lab, cell, lengths).then(
      (result) => ({ result }),
      (error) => ({ error: error instanceof Error ? error.stack : String(error) }),
    );
    if (!('result' in told) || !isWell(told.result)) keepLogs(lab, path.join(LOGS, cell.id.replaceAll('/', '-')));
    send(told);
  }
});

/** @param {FaultLab} lab @param {string} folder */
function keepLogs({ folder: from, instance }, folder) {
  mkdirSync(folder, { recursive: true });
  for (const place of [from, instance.logs])
    for (const name of readdirSync(place).filter((one) => one.endsWith('.log')))
      copyFileSync(path.join(place, name), path.join(folder, name));
}
