-- CreateTable
CREATE TABLE "AgentUpload" (
    "agentId" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "atUs" BIGINT NOT NULL,

    CONSTRAINT "AgentUpload_pkey" PRIMARY KEY ("agentId","sha256")
);

-- CreateIndex
CREATE INDEX "AgentUpload_atUs_idx" ON "AgentUpload"("atUs");

-- CreateIndex
CREATE INDEX "Artifact_sha256_idx" ON "Artifact"("sha256");

-- AddForeignKey
ALTER TABLE "AgentUpload" ADD CONSTRAINT "AgentUpload_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;
