// @ts-check
/**
 * Writes api/rules/hosts/instance-types/ec2.json anew from what the moto project publishes of Amazon's instance types:
 *
 *   python3 -m pip download --no-deps moto
 *   node scripts/instance-types.mjs moto-*.whl
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unzipped } from './instance-types/unzipped.mjs';

const ENTRY = 'moto/ec2/resources/instance_types.json.gz';
const OUTPUT = path.resolve(import.meta.dirname, '../api/rules/hosts/instance-types/ec2.json');

const wheel = process.argv[2];
if (!wheel) {
  console.error('Name a wheel of moto: node scripts/instance-types.mjs moto-5.2.5-py3-none-any.whl');
  process.exit(1);
}
const version = path.basename(wheel).split('-')[1] ?? '';
const { bytes, date } = unzipped(readFileSync(wheel), ENTRY);
const types = Object.entries(JSON.parse(gunzipSync(bytes).toString('utf8'))).map(([type, facts]) => row(type, facts));

const catalogue = {
  source: `moto ${version}, ${ENTRY}`,
  date,
  columns: 'type vCPUs baselineGbps peakGbps queuesMost',
  types: types.sort(),
};
writeFileSync(OUTPUT, `${JSON.stringify(catalogue, null, 2)}\n`);
console.log(`${types.length} instance types of moto ${version} (${date}) in ${path.relative(process.cwd(), OUTPUT)}`);

/** Bandwidth and queues are those of the network card that an instance has first; `-`: not published. */
function row(type, { VCpuInfo, NetworkInfo }) {
  const { DefaultNetworkCardIndex: index, NetworkCards: cards } = NetworkInfo;
  const card = cards.find(({ NetworkCardIndex }) => NetworkCardIndex === index);
  if (!card) throw new Error(`${type} has no network card ${index}`);
  const queues = card.MaximumEnaQueueCountPerInterface ?? card.DefaultEnaQueueCountPerInterface ?? '-';
  return [type, VCpuInfo.DefaultVCpus, card.BaselineBandwidthInGbps, card.PeakBandwidthInGbps, queues].join(' ');
}
