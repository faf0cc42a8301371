import type { InstancePart } from '../../contract/instance.ts';
import { formatCount, plural } from '../words/numbers.ts';

export interface Health {
  nowUs: number;
  database: { version: string; tookMs: number };
  files: { place: string; fault: { sentence: string; stops: boolean } | null };
  processes: number;
  runsWaiting: number;
  runsUnderWay: number;
  webhooksPending: number;
  eventStreamsOpen: number;
  hosts: number;
  hostsOnline: number;
  sweptAtUs: number | null;
}

/** It is due every two seconds. */
const SWEEP_LATE_US = 30_000_000;
const SLOW_MS = 250;

/** Each part with how it is, in a sentence. */
export function partsOf(health: Health): InstancePart[] {
  const { database, files, processes, hosts, hostsOnline } = health;
  const isSlow = database.tookMs > SLOW_MS;
  return [
    {
      part: 'database',
      state: isSlow ? 'warning' : 'ok',
      sentence: `PostgreSQL ${database.version} answers in ${formatMs(database.tookMs)}${isSlow ? ', which is slow' : ''}.`,
    },
    {
      part: 'files',
      state: files.fault === null ? 'ok' : files.fault.stops ? 'fault' : 'warning',
      sentence: files.fault?.sentence ?? (files.place === 'disk' ? 'In the data folder.' : `In ${files.place}.`),
    },
    {
      part: 'processes',
      ...sweepOf(health),
      sentence: `${plural(processes, 'process', 'processes')} of the API. ${sweepOf(health).sentence}`,
    },
    {
      part: 'queue',
      state: 'ok',
      sentence: `${plural(health.runsUnderWay, 'run')} under way, ${formatCount(health.runsWaiting)} waiting.`,
    },
    {
      part: 'webhooks',
      state: 'ok',
      sentence:
        health.webhooksPending === 0
          ? 'Every message is sent.'
          : `${plural(health.webhooksPending, 'message')} to send.`,
    },
    {
      part: 'streams',
      state: 'ok',
      sentence: `${plural(health.eventStreamsOpen, 'reader')} of runs on the process that answers.`,
    },
    {
      part: 'agents',
      state: hostsOnline < hosts ? 'warning' : 'ok',
      sentence:
        hosts === 0 ? 'No host has joined yet.' : `${formatCount(hostsOnline)} of ${plural(hosts, 'host')} online.`,
    },
  ];
}

function sweepOf({ sweptAtUs, nowUs }: Health): Pick<InstancePart, 'state' | 'sentence'> {
  if (sweptAtUs === null) return { state: 'warning', sentence: 'Background work has not come to its end yet.' };
  const seconds = Math.round((nowUs - sweptAtUs) / 1e6);
  if (nowUs - sweptAtUs > SWEEP_LATE_US)
    return {
      state: 'fault',
      sentence: `Background work last came to its end ${formatCount(seconds)} s ago; it is due every 2 s. Read the log of the API.`,
    };
  return { state: 'ok', sentence: 'Background work is on time.' };
}

const formatMs = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : formatCount(Math.round(ms))} ms`;
