-- Searches for the commit of a change, by experiments.
CREATE TABLE "Bisection" (
  "id" UUID NOT NULL,
  "benchmarkId" UUID NOT NULL,
  "version" INTEGER NOT NULL,
  "alertId" UUID,
  "status" TEXT NOT NULL,
  "metric" TEXT NOT NULL,
  "stepIndex" INTEGER NOT NULL,
  "plan" JSONB NOT NULL,
  "experiments" JSONB NOT NULL DEFAULT '[]',
  "faultSentence" TEXT,
  "experimentId" UUID,
  "notBeforeUs" BIGINT,
  "waitingSentence" TEXT,
  "createdAtUs" BIGINT NOT NULL,
  "createdByName" TEXT,
  "endedAtUs" BIGINT,
  "idempotencyKey" TEXT,
  CONSTRAINT "Bisection_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Bisection_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "Benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "Bisection_alertId_fkey" FOREIGN KEY ("alertId") REFERENCES "Alert"("id") ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT "Bisection_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Bisection_idempotencyKey_key" ON "Bisection"("idempotencyKey");
CREATE INDEX "Bisection_benchmarkId_idx" ON "Bisection"("benchmarkId");
CREATE INDEX "Bisection_status_idx" ON "Bisection"("status");
CREATE INDEX "Bisection_alertId_idx" ON "Bisection"("alertId");
CREATE INDEX "Bisection_experimentId_idx" ON "Bisection"("experimentId");
