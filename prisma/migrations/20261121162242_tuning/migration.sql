-- AlterTable
ALTER TABLE "RunHost" ADD COLUMN     "applied" JSONB,
ADD COLUMN     "restored" JSONB;

-- CreateTable
CREATE TABLE "HostSnapshot" (
    "runId" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "moment" TEXT NOT NULL,
    "takenAtUs" BIGINT NOT NULL,
    "values" JSONB NOT NULL,

    CONSTRAINT "HostSnapshot_pkey" PRIMARY KEY ("runId","hostId","moment")
);

-- CreateTable
CREATE TABLE "StepEvidence" (
    "runId" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "stepIndex" INTEGER NOT NULL,
    "evidence" JSONB NOT NULL,

    CONSTRAINT "StepEvidence_pkey" PRIMARY KEY ("runId","hostId","stepIndex")
);

-- CreateTable
CREATE TABLE "HostTask" (
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "createdAtUs" BIGINT NOT NULL,
    "handedOutAtUs" BIGINT,
    "answer" JSONB,

    CONSTRAINT "HostTask_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "HostTask_hostId_idx" ON "HostTask"("hostId");

-- AddForeignKey
ALTER TABLE "HostSnapshot" ADD CONSTRAINT "HostSnapshot_runId_hostId_fkey" FOREIGN KEY ("runId", "hostId") REFERENCES "RunHost"("runId", "hostId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StepEvidence" ADD CONSTRAINT "StepEvidence_runId_hostId_fkey" FOREIGN KEY ("runId", "hostId") REFERENCES "RunHost"("runId", "hostId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HostTask" ADD CONSTRAINT "HostTask_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rows from before: no agent said what it may do, no configuration file stated a bandwidth, and a target ran on the CPUs asked for.
UPDATE "Host" SET "facts" = "facts" || jsonb_build_object(
  'privileges', '[]'::jsonb,
  'nics', COALESCE(
    (SELECT jsonb_agg('{"bandwidthBitsPerSecond": null}'::jsonb || nic) FROM jsonb_array_elements("facts"->'nics') AS nic), '[]'
  )
);
UPDATE "RunHost" SET "facts" = "facts" || jsonb_build_object(
  'privileges', '[]'::jsonb,
  'nics', COALESCE(
    (SELECT jsonb_agg('{"bandwidthBitsPerSecond": null}'::jsonb || nic) FROM jsonb_array_elements("facts"->'nics') AS nic), '[]'
  )
);
UPDATE "Run" SET "target" = jsonb_build_object('cpus', "spec"->'tuning'->'targetCpus') || "target" WHERE "target" IS NOT NULL;
