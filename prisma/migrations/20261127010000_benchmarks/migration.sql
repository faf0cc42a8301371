-- Designs that are measured again and again, of one revision after another, and what each of them came to.
CREATE TABLE "Benchmark" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "ownerName" TEXT,
  "createdAtUs" BIGINT NOT NULL,
  "archivedAtUs" BIGINT,
  CONSTRAINT "Benchmark_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Benchmark_name_key" ON "Benchmark"("name");

CREATE TABLE "BenchmarkVersion" (
  "benchmarkId" UUID NOT NULL,
  "number" INTEGER NOT NULL,
  "sha256" TEXT NOT NULL,
  "design" JSONB NOT NULL,
  "createdAtUs" BIGINT NOT NULL,
  "createdByName" TEXT,
  CONSTRAINT "BenchmarkVersion_pkey" PRIMARY KEY ("benchmarkId", "number"),
  CONSTRAINT "BenchmarkVersion_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "Benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "BenchmarkRevision" (
  "benchmarkId" UUID NOT NULL,
  "revision" TEXT NOT NULL,
  "place" INTEGER NOT NULL,
  "committedAtUs" BIGINT,
  "subject" TEXT,
  CONSTRAINT "BenchmarkRevision_pkey" PRIMARY KEY ("benchmarkId", "revision"),
  CONSTRAINT "BenchmarkRevision_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "Benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "BenchmarkPoint" (
  "experimentId" UUID NOT NULL,
  "benchmarkId" UUID NOT NULL,
  "version" INTEGER NOT NULL,
  "revision" TEXT NOT NULL,
  "reference" TEXT,
  "measuredAtUs" BIGINT,
  "hostClass" TEXT,
  "hostFingerprint" TEXT,
  "figures" JSONB,
  CONSTRAINT "BenchmarkPoint_pkey" PRIMARY KEY ("experimentId"),
  CONSTRAINT "BenchmarkPoint_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "Benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "BenchmarkPoint_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "BenchmarkPoint_benchmarkId_measuredAtUs_idx" ON "BenchmarkPoint"("benchmarkId", "measuredAtUs");
