-- The bytes of a chunk may lie in a file beside those of others of the run and the host.
ALTER TABLE "SampleChunk"
  ALTER COLUMN "data" DROP NOT NULL,
  ADD COLUMN "packSha256" TEXT,
  ADD COLUMN "packOffset" INTEGER,
  ADD COLUMN "packBytes" INTEGER;

-- CreateIndex
CREATE INDEX "SampleChunk_packSha256_runId_hostId_idx" ON "SampleChunk"("packSha256", "runId", "hostId");
