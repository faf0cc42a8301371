-- DropForeignKey
ALTER TABLE "PointClient" DROP CONSTRAINT "PointClient_hostId_fkey";

-- DropForeignKey
ALTER TABLE "PointClient" DROP CONSTRAINT "PointClient_runId_stepIndex_fkey";

-- AlterTable
ALTER TABLE "Point" ADD COLUMN     "commonWindowUs" BIGINT,
ADD COLUMN     "histogram" JSONB,
ADD COLUMN     "latencyRangeMs" JSONB,
ADD COLUMN     "offeredPerSecond" DOUBLE PRECISION,
ADD COLUMN     "unsent" BIGINT,
ALTER COLUMN "inFlightMax" DROP NOT NULL,
ALTER COLUMN "connectionsAsked" DROP NOT NULL;

-- AlterTable
ALTER TABLE "Step" ADD COLUMN     "profiles" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "spec" JSONB;

-- CreateTable
CREATE TABLE "StepClient" (
    "runId" UUID NOT NULL,
    "stepIndex" INTEGER NOT NULL,
    "hostId" UUID NOT NULL,
    "share" JSONB NOT NULL,
    "command" TEXT[],
    "result" JSONB,
    "failureCode" TEXT,
    "failure" TEXT,
    "cpus" DOUBLE PRECISION,

    CONSTRAINT "StepClient_pkey" PRIMARY KEY ("runId","stepIndex","hostId")
);

-- AddForeignKey
ALTER TABLE "StepClient" ADD CONSTRAINT "StepClient_runId_stepIndex_fkey" FOREIGN KEY ("runId", "stepIndex") REFERENCES "Step"("runId", "index") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StepClient" ADD CONSTRAINT "StepClient_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Steps from before asked for a closed loop, with the tool's workers of the whole run.
UPDATE "Step" SET "spec" = jsonb_build_object(
  'loop', 'closed',
  'connections', "connections",
  'pipelining', "pipelining",
  'durationSeconds', "durationSeconds",
  'toolWorkers', NULL,
  'profiles', '[]'::jsonb
);
INSERT INTO "StepClient" ("runId", "stepIndex", "hostId", "share", "command", "result", "cpus")
SELECT
  client."runId", client."stepIndex", client."hostId",
  jsonb_build_object('loop', 'closed', 'connections', step."connections", 'pipelining', step."pipelining"),
  step."command",
  client."result" || '{"offeredPerSecond": null, "unsent": null, "histogram": null, "succeededBySecond": null, "clock": null, "profiles": []}'::jsonb,
  point."clientCpus"
FROM "PointClient" AS client
JOIN "Point" AS point ON point."runId" = client."runId" AND point."stepIndex" = client."stepIndex"
JOIN "Step" AS step ON step."runId" = client."runId" AND step."index" = client."stepIndex";

-- AlterTable
ALTER TABLE "Step" DROP COLUMN "connections",
DROP COLUMN "durationSeconds",
DROP COLUMN "pipelining",
ALTER COLUMN "spec" SET NOT NULL;

-- DropTable
DROP TABLE "PointClient";

-- Agents from before told neither what their tools can do nor of targets.
UPDATE "Host" SET "facts" = "facts" || jsonb_build_object(
  'targets', '[]'::jsonb,
  'listeningPorts', '[]'::jsonb,
  'tools', COALESCE((SELECT jsonb_agg('{"abilities": null}'::jsonb || tool) FROM jsonb_array_elements("facts"->'tools') AS tool), '[]')
);
UPDATE "RunHost" SET "facts" = "facts" || jsonb_build_object(
  'targets', '[]'::jsonb,
  'listeningPorts', '[]'::jsonb,
  'tools', COALESCE((SELECT jsonb_agg('{"abilities": null}'::jsonb || tool) FROM jsonb_array_elements("facts"->'tools') AS tool), '[]')
);
