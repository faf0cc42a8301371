-- AlterTable
ALTER TABLE "Experiment" ADD COLUMN     "idempotencyKey" TEXT,
ADD COLUMN     "result" JSONB,
ADD COLUMN     "rulesVersion" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Experiment_idempotencyKey_key" ON "Experiment"("idempotencyKey");
