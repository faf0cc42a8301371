-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "groupName" TEXT,
ADD COLUMN     "heldMetric" TEXT,
ADD COLUMN     "heldRatio" DOUBLE PRECISION,
ADD COLUMN     "heldSentence" TEXT,
ADD COLUMN     "heldWord" TEXT;

-- AlterTable
ALTER TABLE "Step" ADD COLUMN     "standing" JSONB;

-- CreateTable
CREATE TABLE "Baseline" (
    "groupName" TEXT NOT NULL,
    "runId" UUID NOT NULL,
    "pinnedAtUs" BIGINT NOT NULL,
    "pinnedByName" TEXT,

    CONSTRAINT "Baseline_pkey" PRIMARY KEY ("groupName")
);

-- CreateIndex
CREATE UNIQUE INDEX "Baseline_runId_key" ON "Baseline"("runId");

-- CreateIndex
CREATE INDEX "Run_groupName_createdAtUs_idx" ON "Run"("groupName", "createdAtUs");

-- CreateIndex
CREATE INDEX "Run_heldWord_idx" ON "Run"("heldWord");

-- AddForeignKey
ALTER TABLE "Baseline" ADD CONSTRAINT "Baseline_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
