-- Alone in its file, it runs outside a transaction, and samples are stored while it does. One that broke off is left invalid: drop it before trying again.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "SampleChunk_packSha256_runId_hostId_idx" ON "SampleChunk"("packSha256", "runId", "hostId");
