-- The bytes of a chunk may lie in a file beside those of others of the run and the host.
ALTER TABLE "SampleChunk"
  ALTER COLUMN "data" DROP NOT NULL,
  ADD COLUMN "packSha256" TEXT,
  ADD COLUMN "packOffset" INTEGER,
  ADD COLUMN "packBytes" INTEGER;
