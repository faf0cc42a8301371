import type { Finding } from '../../contract/verdict.ts';
import { nicOf } from '../samples/nic-lines.ts';
import { SETTING_LABELS } from '../tuning/setting-words.ts';
import { carriesLoad, receivedBy, sumOf, type TunedHost } from '../tuning/tuned-host.ts';
import { PACKETS_LEAST } from '../tuning/tuning-thresholds.ts';
import { formatCount } from '../words/numbers.ts';
import { listed } from '../words/text.ts';

/** Interfaces that were tuned and that the load went past in every step that shows it: each once, with the last such step. */
export function nicLoadFindings({ host, applied, evidence }: TunedHost): Finding[] {
  const asked = (applied?.changes ?? []).filter(
    ({ asked, key, status }) => asked !== null && status !== 'not-changeable' && nicOf(key) !== '',
  );
  const nics = [...new Set(asked.map(({ key }) => nicOf(key)))];
  return nics.flatMap((nic): Finding[] => {
    const steps = evidence.flatMap(({ stepIndex, evidence }) => {
      const processed = sumOf(evidence.packetsProcessed);
      const received = receivedBy(nic, evidence);
      if (received === null || processed < PACKETS_LEAST) return [];
      return [{ stepIndex, received, processed, most: busiest(evidence.packetsReceived) }];
    });
    const last = steps.at(-1);
    if (!last || steps.some(({ received, processed }) => carriesLoad(received, processed))) return [];
    const settings = [...new Set(asked.filter(({ key }) => nicOf(key) === nic).map(({ setting }) => setting))];
    const labels = listed(settings.map((setting) => SETTING_LABELS[setting]));
    const where = last.most && last.most !== nic ? ` Most packets came through ${last.most}.` : '';
    const sentence = `${nic} on ${host.name} was tuned (${labels}) but received ${formatCount(last.received)} of ${formatCount(last.processed)} packets in step ${last.stepIndex + 1}: it does not carry the load.${where} Tune the interface that does.`;
    return [{ code: 'tuned-nic-without-load', severity: 'note', hostId: host.hostId, stepIndex: null, sentence }];
  });
}

const busiest = (nics: { nic: string; packets: number }[]): string | null =>
  nics.reduce<{ nic: string | null; packets: number }>((most, one) => (one.packets > most.packets ? one : most), {
    nic: null,
    packets: 0,
  }).nic;
