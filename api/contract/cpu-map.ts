import { z } from 'zod';
import { cpuListText, MAX_COLUMNS, MAX_DOCUMENT_STEPS, MAX_FRAMES, MAX_HOSTS, word } from './bounds.ts';
import { MAX_MAP_COLUMNS } from './cpu-work.ts';
import { MAX_CPUS } from './limits.ts';
import { id, timeUs, typedNumber } from './primitives.ts';

const percent = z.number();

const cpuWork = z
  .object({
    /**
     * A byte for each CPU and column, CPU by CPU, in base64: half percents of the CPU's time, 255 where it was not read. The
     * kernel counts CPU time in ticks of 10 ms, so a reading is no finer. Where a column has several readings it is the
     * highest of them.
     */
    cells: z.base64(),
    /** For each CPU over all its readings; null where it had none. */
    means: z.array(percent.nullable()).max(MAX_CPUS),
    p95s: z.array(percent.nullable()).max(MAX_CPUS),
    maxima: z.array(percent.nullable()).max(MAX_CPUS),
  })
  .meta({ id: 'CpuWork' });

export const cpuMap = z
  .object({
    hostId: id,
    /** Rows, ascending. */
    cpus: z.array(z.int()).max(MAX_CPUS),
    /** Columns: from when to when, by the clock of the host. Between two of them may be a gap. */
    fromUs: z.array(timeUs).max(MAX_FRAMES),
    toUs: z.array(timeUs).max(MAX_FRAMES),
    /** How many readings a column has, at most. */
    readingsPerColumn: z.int(),
    work: z.object({ busy: cpuWork, user: cpuWork, system: cpuWork, softirq: cpuWork, steal: cpuWork }).meta({
      id: 'CpuWorks',
    }),
  })
  .meta({ id: 'CpuMap', description: 'What each CPU of a host did over time. Without rows where it was not sampled.' });
export type CpuMap = z.infer<typeof cpuMap>;

export const cpuMapQuery = z.object({
  /** Columns wanted at most; a gap between readings may make one more. */
  columns: typedNumber(z.int().min(1).max(MAX_MAP_COLUMNS)).optional(),
  /** Only readings from this time on, in microseconds since the Unix epoch. Absent: from the start of the run. */
  fromUs: typedNumber(timeUs).optional(),
  /** Only readings up to this time. Absent: to the end of the run. */
  toUs: typedNumber(timeUs).optional(),
});

const interruptLine = z
  .object({
    irq: z.int(),
    /** As the host's kernel names it; null where that is not known. */
    name: word.nullable(),
    perCpu: z.array(z.object({ cpu: z.int(), count: z.int() }).meta({ id: 'InterruptCount' })).max(MAX_CPUS),
  })
  .meta({
    id: 'InterruptLine',
    description: 'Interrupts that one line of a NIC raised. CPUs without any are left out.',
  });

const stepInterrupts = z
  .object({
    stepIndex: z.int(),
    /** Over which they were counted. */
    seconds: z.number(),
    /** CPUs that the target was allowed to use; null where it did not run here or was not looked at. */
    targetCpus: cpuListText.nullable(),
    lines: z.array(interruptLine).max(MAX_COLUMNS),
  })
  .meta({ id: 'StepInterrupts' });
export type StepInterrupts = z.infer<typeof stepInterrupts>;

export const runInterrupts = z
  .object({
    hosts: z
      .array(
        z.object({ hostId: id, steps: z.array(stepInterrupts).max(MAX_DOCUMENT_STEPS) }).meta({ id: 'HostInterrupts' }),
      )
      .max(MAX_HOSTS),
  })
  .meta({ id: 'RunInterrupts', description: 'Interrupts of each NIC line on each CPU, step by step.' });
export type RunInterrupts = z.infer<typeof runInterrupts>;
