-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "bestStepIndex" INTEGER,
ADD COLUMN     "validity" TEXT,
ADD COLUMN     "verdictSentence" TEXT,
ADD COLUMN     "verdictVersion" INTEGER,
ADD COLUMN     "wall" TEXT,
ADD COLUMN     "wallConfidence" TEXT;

-- CreateTable
CREATE TABLE "ImportedRun" (
    "runId" UUID NOT NULL,
    "source" JSONB NOT NULL,
    "document" JSONB NOT NULL,
    "summary" JSONB NOT NULL,
    "originSha256" TEXT NOT NULL,

    CONSTRAINT "ImportedRun_pkey" PRIMARY KEY ("runId")
);

-- CreateTable
CREATE TABLE "Experiment" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "hypothesis" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "stoppedSentence" TEXT,
    "seed" BIGINT NOT NULL,
    "rounds" INTEGER NOT NULL,
    "extensionRounds" INTEGER,
    "extended" BOOLEAN,
    "primary" JSONB NOT NULL,
    "marginPercent" DOUBLE PRECISION NOT NULL,
    "design" JSONB NOT NULL,
    "createdAtUs" BIGINT NOT NULL,
    "createdByName" TEXT,
    "startedAtUs" BIGINT,
    "endedAtUs" BIGINT,
    "headline" TEXT,
    "finding" TEXT NOT NULL DEFAULT '',
    "findingAtUs" BIGINT,
    "findingByName" TEXT,
    "supersededById" UUID,
    "importedDocument" JSONB,
    "originSha256" TEXT,

    CONSTRAINT "Experiment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ExperimentConfiguration" (
    "experimentId" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "changes" JSONB NOT NULL,
    "specVersion" INTEGER NOT NULL,
    "spec" JSONB NOT NULL,

    CONSTRAINT "ExperimentConfiguration_pkey" PRIMARY KEY ("experimentId","index")
);

-- CreateTable
CREATE TABLE "ExperimentRun" (
    "runId" UUID NOT NULL,
    "experimentId" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "configuration" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,

    CONSTRAINT "ExperimentRun_pkey" PRIMARY KEY ("runId")
);

-- CreateIndex
CREATE UNIQUE INDEX "ImportedRun_originSha256_key" ON "ImportedRun"("originSha256");

-- CreateIndex
CREATE UNIQUE INDEX "Experiment_originSha256_key" ON "Experiment"("originSha256");

-- CreateIndex
CREATE INDEX "Experiment_status_idx" ON "Experiment"("status");

-- CreateIndex
CREATE INDEX "Experiment_createdAtUs_id_idx" ON "Experiment"("createdAtUs", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ExperimentRun_experimentId_round_position_attempt_key" ON "ExperimentRun"("experimentId", "round", "position", "attempt");

-- AddForeignKey
ALTER TABLE "ImportedRun" ADD CONSTRAINT "ImportedRun_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Experiment" ADD CONSTRAINT "Experiment_supersededById_fkey" FOREIGN KEY ("supersededById") REFERENCES "Experiment"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ExperimentConfiguration" ADD CONSTRAINT "ExperimentConfiguration_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ExperimentRun" ADD CONSTRAINT "ExperimentRun_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ExperimentRun" ADD CONSTRAINT "ExperimentRun_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"("id") ON DELETE CASCADE ON UPDATE CASCADE;
