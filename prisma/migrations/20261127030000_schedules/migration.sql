-- When a benchmark is measured by itself, and what became of each time.
ALTER TABLE "Experiment" ADD COLUMN "scheduled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Run" ADD COLUMN "scheduled" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "BenchmarkSchedule" (
  "benchmarkId" UUID NOT NULL,
  "cron" TEXT NOT NULL,
  "timeZone" TEXT NOT NULL,
  "everyTime" BOOLEAN NOT NULL,
  "windowMinutes" INTEGER NOT NULL,
  "enabled" BOOLEAN NOT NULL,
  "nextDueAtUs" BIGINT NOT NULL,
  "changedAtUs" BIGINT NOT NULL,
  "changedByName" TEXT,
  CONSTRAINT "BenchmarkSchedule_pkey" PRIMARY KEY ("benchmarkId"),
  CONSTRAINT "BenchmarkSchedule_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "Benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "ScheduleOccurrence" (
  "id" UUID NOT NULL,
  "benchmarkId" UUID NOT NULL,
  "dueAtUs" BIGINT NOT NULL,
  "endsAtUs" BIGINT NOT NULL,
  "outcome" TEXT NOT NULL,
  "sentence" TEXT,
  "experimentId" UUID,
  "lookAtUs" BIGINT NOT NULL,
  CONSTRAINT "ScheduleOccurrence_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "ScheduleOccurrence_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "Benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "ScheduleOccurrence_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "ScheduleOccurrence_benchmarkId_dueAtUs_key" ON "ScheduleOccurrence"("benchmarkId", "dueAtUs");
CREATE INDEX "ScheduleOccurrence_outcome_idx" ON "ScheduleOccurrence"("outcome");
CREATE INDEX "ScheduleOccurrence_experimentId_idx" ON "ScheduleOccurrence"("experimentId");
