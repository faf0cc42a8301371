ALTER TABLE "Run" ADD COLUMN "samplesRemovedAtUs" BIGINT;
CREATE INDEX "Run_endedAtUs_idx" ON "Run"("endedAtUs");
CREATE TABLE "Retention" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "samplesDays" INTEGER,
  "changedAtUs" BIGINT NOT NULL,
  "changedByName" TEXT,
  CONSTRAINT "Retention_pkey" PRIMARY KEY ("id")
);
