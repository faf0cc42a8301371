-- CreateTable
CREATE TABLE "StepLatency" (
    "runId" UUID NOT NULL,
    "stepIndex" INTEGER NOT NULL,
    "skewUs" BIGINT,
    "overTime" JSONB NOT NULL,

    CONSTRAINT "StepLatency_pkey" PRIMARY KEY ("runId","stepIndex")
);

-- AddForeignKey
ALTER TABLE "StepLatency" ADD CONSTRAINT "StepLatency_runId_stepIndex_fkey" FOREIGN KEY ("runId", "stepIndex") REFERENCES "Step"("runId", "index") ON DELETE CASCADE ON UPDATE CASCADE;
