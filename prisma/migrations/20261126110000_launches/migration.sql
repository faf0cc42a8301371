-- CreateTable
CREATE TABLE "Launch" (
    "id" UUID NOT NULL,
    "spec" JSONB NOT NULL,
    "region" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "machine" JSONB NOT NULL,
    "images" JSONB NOT NULL,
    "remarks" JSONB NOT NULL DEFAULT '[]',
    "endAsked" JSONB,
    "idempotencyKey" TEXT,
    "createdByName" TEXT,
    "createdAtUs" BIGINT NOT NULL,
    "reservedUntilUs" BIGINT NOT NULL,
    "wakeAtUs" BIGINT,
    "costMicroUsd" BIGINT,

    CONSTRAINT "Launch_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Launch_idempotencyKey_key" ON "Launch"("idempotencyKey");

-- CreateIndex
CREATE INDEX "Launch_wakeAtUs_idx" ON "Launch"("wakeAtUs");

-- AlterTable
ALTER TABLE "Host" ADD COLUMN "goneAtUs" BIGINT,
ADD COLUMN "launchId" UUID;

-- AlterTable
ALTER TABLE "JoinToken" ADD COLUMN "hostId" UUID;

-- CreateIndex
CREATE INDEX "Host_launchId_idx" ON "Host"("launchId");

-- CreateIndex
CREATE INDEX "JoinToken_hostId_idx" ON "JoinToken"("hostId");

-- AddForeignKey
ALTER TABLE "Host" ADD CONSTRAINT "Host_launchId_fkey" FOREIGN KEY ("launchId") REFERENCES "Launch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
