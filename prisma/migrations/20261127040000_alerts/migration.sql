-- Changes of benchmarks, from their suspicion to their end, and which points were judged.
ALTER TABLE "Benchmark" ADD COLUMN "budgets" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "BenchmarkPoint" ADD COLUMN "judgedAtUs" BIGINT;
CREATE INDEX "BenchmarkPoint_judgedAtUs_idx" ON "BenchmarkPoint"("judgedAtUs");

CREATE TABLE "Alert" (
  "id" UUID NOT NULL,
  "benchmarkId" UUID NOT NULL,
  "hostClass" TEXT NOT NULL,
  "channel" TEXT NOT NULL,
  "direction" TEXT NOT NULL,
  "beforePlace" INTEGER,
  "beforeRevision" TEXT,
  "afterPlace" INTEGER NOT NULL,
  "afterRevision" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "losses" INTEGER NOT NULL DEFAULT 0,
  "mutedUntilUs" BIGINT,
  "suspectedAtUs" BIGINT NOT NULL,
  "changedAtUs" BIGINT NOT NULL,
  "decidedAtUs" BIGINT,
  "notBeforeUs" BIGINT,
  "waitingSentence" TEXT,
  "suspects" JSONB NOT NULL,
  "boots" JSONB NOT NULL,
  "plan" JSONB,
  "shown" JSONB,
  "experimentId" UUID,
  CONSTRAINT "Alert_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Alert_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "Benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "Alert_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "Alert_benchmarkId_idx" ON "Alert"("benchmarkId");
CREATE INDEX "Alert_state_idx" ON "Alert"("state");
CREATE INDEX "Alert_experimentId_idx" ON "Alert"("experimentId");

CREATE TABLE "AlertEntry" (
  "alertId" UUID NOT NULL,
  "sequence" INTEGER NOT NULL,
  "atUs" BIGINT NOT NULL,
  "state" TEXT NOT NULL,
  "byName" TEXT,
  "reason" TEXT,
  CONSTRAINT "AlertEntry_pkey" PRIMARY KEY ("alertId", "sequence"),
  CONSTRAINT "AlertEntry_alertId_fkey" FOREIGN KEY ("alertId") REFERENCES "Alert"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
