-- AlterTable
ALTER TABLE "AgentIncarnation" ADD COLUMN     "firstHelloAtUs" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "SampleLayout" ADD COLUMN     "namedAtUs" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "SampleChunk_layoutId_idx" ON "SampleChunk"("layoutId");
