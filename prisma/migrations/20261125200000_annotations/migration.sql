-- CreateTable
CREATE TABLE "Annotation" (
    "runId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "fromUs" BIGINT NOT NULL,
    "toUs" BIGINT,
    "text" TEXT NOT NULL,
    "createdAtUs" BIGINT NOT NULL,
    "createdById" TEXT,
    "createdByName" TEXT,
    "changedAtUs" BIGINT,

    CONSTRAINT "Annotation_pkey" PRIMARY KEY ("runId","id")
);

-- AddForeignKey
ALTER TABLE "Annotation" ADD CONSTRAINT "Annotation_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
