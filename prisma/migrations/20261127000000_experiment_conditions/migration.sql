-- What an experiment has to show of every variant, declared before its first run, and what that came to.
ALTER TABLE "Experiment"
  ADD COLUMN "conditions" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "gateKey" TEXT,
  ADD COLUMN "attempt" INTEGER,
  ADD COLUMN "gate" JSONB;

CREATE INDEX "Experiment_gateKey_idx" ON "Experiment"("gateKey");
