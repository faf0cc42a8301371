import { z } from 'zod';
import { figure, integers, MAX_COLUMNS, MAX_FRAMES, MAX_HOSTS, word } from './bounds.ts';
import { id, sha256, timeUs } from './primitives.ts';

/**
 * Samples
 *
 * A host's agent reads raw kernel counters once a second, or up to ten times. One reading is a *frame*: a row of integers.
 * What each integer is, the *layout* says: the ordered column names, sent once and named by the
 * SHA-256 of its columns joined with '\n'. A layout never changes; when the set of counters does (the target starts, a CPU
 * goes offline) the agent sends another one.
 *
 * Column names are paths with the unit last, counters are cumulative unless named otherwise:
 *   cpu/<n>/userUs ...                          system/contextSwitches
 *   cpu/<n>/frequencyHz (gauge) ²               system/everySecondReadMonotonicUs ¹
 *   nic/<name>/rxBytes ...                      interrupts/<irq>/<cpu>
 *   nic/<name>/allowance/ppsExceeded ... ¹      nic/<name>/queue/<n>/rxPackets ... ¹
 *   nic/<name>/qdisc/overlimits ... ²           nic/<name>/qdisc/backlogBytes (gauge) ²
 *   softnet/<cpu>/dropped ...                   tcp/retransmittedSegments ... ¹
 *   softirq/<cpu>/{netRx,netTx} ²               numa/<node>/{hit,miss,foreign,...} ²
 *   cgroup/{periods,throttledPeriods,throttledUs} ¹   pressure/{cpu,memory,io}/{someUs,fullUs} ¹
 *   process/<target|tool|agent|others>/cpuUs    process/<target|tool>/rssBytes (gauge)
 *   process/target/worker/<i>/cpuUs             process/tool/thread/<i>/cpuUs ¹
 *   process/<target|tool>/runDelayUs            process/<target|tool>/runDelayReadMonotonicUs (when it was read)
 *   disk/<name>/{writes,writeUs,flushes,...}    disk/<name>/inFlight (gauge)
 *   database/{readMonotonicUs,commits,...}      cache/{readMonotonicUs,commands,...}, cache/clients (gauge)
 *   target/worker/<n>/requests                  target/requestsStale (gauge: 1 when the count could not be read)
 *
 * ¹ is read once a second and ² every five seconds, however often samples are taken, and both at boundaries; in between
 * the last value repeats. When that was, system/everySecondReadMonotonicUs and process/others/readMonotonicUs say.
 *
 * Frames are keyed (host, incarnation, sequence); an incarnation is one life of an agent process.
 * They live as rows for the live page and are sealed, at a step's end or after 60 s or 120 frames, into chunks:
 *
 *   chunk   = version byte (1), then gzip(payload)
 *   payload = varint frames, varint columns, then one block for each of
 *             sequence, timeUs, monotonicUs, boundary (0 or 1), and every column of the layout
 *   block   = zigzag varint of the first value, then zigzag varints of each difference to the value before
 *   varint  = base 128, least significant group first, high bit set on all bytes but the last
 *
 * Values are integers below 2^53.
 */
export const CHUNK_VERSION = 1;

export const sampleLayout = z
  .object({ layoutId: sha256, schemaVersion: z.int(), columns: z.array(word).max(MAX_COLUMNS) })
  .meta({ id: 'SampleLayout' });
export type SampleLayout = z.infer<typeof sampleLayout>;

export const frame = z
  .object({
    layoutId: sha256,
    timeUs,
    /** CLOCK_BOOTTIME: goes on over suspends, never back. */
    monotonicUs: z.int(),
    /** Taken at the start or end of a phase rather than on the second. */
    boundary: z.boolean(),
    values: integers(MAX_COLUMNS),
  })
  .meta({ id: 'Frame' });
export type Frame = z.infer<typeof frame>;

const values = z.array(figure.nullable()).max(MAX_FRAMES);
const readings = z.array(z.int()).max(MAX_FRAMES);

const readColumn = z
  .object({
    /** `requestsPerSecond`, `cpuBusyPercent`, `nic/eth0/rxBitsPerSecond` ... */
    name: word,
    /** Unit of the values. */
    unit: word,
    /** One value per time; null where it was not measured. */
    values,
  })
  .meta({ id: 'ReadColumn' });

const readSeries = z.object({
  hostId: id,
  /** End of the interval that each value is the mean of. */
  timesUs: z.array(timeUs).max(MAX_FRAMES),
  columns: z.array(readColumn).max(MAX_COLUMNS),
});

/** A row for each reading, as documents hold them. */
export const readingsOfRun = z
  .object({
    hosts: z
      .array(
        readSeries.meta({
          id: 'HostReadings',
          description: 'Rates and shares derived from the raw counters of one host.',
        }),
      )
      .max(MAX_HOSTS),
  })
  .meta({ id: 'RunReadings' });

export const seriesColumn = readColumn
  .extend({
    /** Of rows of several readings the lowest and the highest. Absent where they do not differ from the values. */
    lows: values.optional(),
    highs: values.optional(),
    /** How many readings each value is the mean of, where that is fewer than the row has. */
    readings: readings.optional(),
  })
  .meta({ id: 'SeriesColumn' });
export type SeriesColumn = z.infer<typeof seriesColumn>;

export const hostSeries = readSeries
  .extend({
    /** How many readings each row is the mean of, to seven digits. Absent: each is one reading. */
    readings: readings.optional(),
    columns: z.array(seriesColumn).max(MAX_COLUMNS),
  })
  .meta({
    id: 'HostSeries',
    description: 'Rates and shares derived from the raw counters of one host: a row for each reading, or for several.',
  });
export type HostSeries = z.infer<typeof hostSeries>;

export const runSeries = z.object({ hosts: z.array(hostSeries).max(MAX_HOSTS) }).meta({ id: 'RunSeries' });
export type RunSeries = z.infer<typeof runSeries>;
