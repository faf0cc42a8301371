-- CreateTable
CREATE TABLE "Host" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "dirtyReason" TEXT,
    "dirtyKind" TEXT,
    "joinedAtUs" BIGINT NOT NULL,

    CONSTRAINT "Host_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Agent" (
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "credentialHash" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "lastSeenAtUs" BIGINT NOT NULL,
    "incarnationId" UUID,
    "revokedAtUs" BIGINT,

    CONSTRAINT "Agent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentIncarnation" (
    "id" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "bootId" TEXT NOT NULL,
    "startedAtUs" BIGINT NOT NULL,
    "acknowledgedSequence" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "AgentIncarnation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Lease" (
    "hostId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "ttlMs" INTEGER NOT NULL,
    "guardMs" INTEGER NOT NULL,
    "expiresAtUs" BIGINT NOT NULL,

    CONSTRAINT "Lease_pkey" PRIMARY KEY ("hostId")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "specVersion" INTEGER NOT NULL,
    "spec" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "stepIndex" INTEGER,
    "ending" TEXT,
    "failureCode" TEXT,
    "failure" TEXT,
    "wakeAtUs" BIGINT,
    "target" JSONB,
    "createdAtUs" BIGINT NOT NULL,
    "startedAtUs" BIGINT,
    "endedAtUs" BIGINT,
    "deletedAtUs" BIGINT,
    "idempotencyKey" TEXT,

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RunHost" (
    "runId" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "roles" TEXT[],
    "agentVersion" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "lost" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "RunHost_pkey" PRIMARY KEY ("runId","hostId")
);

-- CreateTable
CREATE TABLE "RunTransition" (
    "runId" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "stepIndex" INTEGER,
    "atUs" BIGINT NOT NULL,
    "note" TEXT,

    CONSTRAINT "RunTransition_pkey" PRIMARY KEY ("runId","sequence")
);

-- CreateTable
CREATE TABLE "Step" (
    "runId" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "connections" INTEGER NOT NULL,
    "pipelining" INTEGER NOT NULL,
    "durationSeconds" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "failureCode" TEXT,
    "failure" TEXT,
    "warmupCommand" TEXT[],
    "command" TEXT[],

    CONSTRAINT "Step_pkey" PRIMARY KEY ("runId","index")
);

-- CreateTable
CREATE TABLE "Point" (
    "runId" UUID NOT NULL,
    "stepIndex" INTEGER NOT NULL,
    "startedAtUs" BIGINT NOT NULL,
    "endedAtUs" BIGINT NOT NULL,
    "requests" BIGINT NOT NULL,
    "durationUs" BIGINT NOT NULL,
    "requestsPerSecond" DOUBLE PRECISION NOT NULL,
    "requestsPerSecondStddev" DOUBLE PRECISION,
    "requestsPerSecondMax" DOUBLE PRECISION,
    "bytesPerSecond" DOUBLE PRECISION NOT NULL,
    "latencyMsMean" DOUBLE PRECISION,
    "latencyMsStddev" DOUBLE PRECISION,
    "latencyMsP50" DOUBLE PRECISION,
    "latencyMsP90" DOUBLE PRECISION,
    "latencyMsP95" DOUBLE PRECISION,
    "latencyMsP97_5" DOUBLE PRECISION,
    "latencyMsP99" DOUBLE PRECISION,
    "latencyMsP99_9" DOUBLE PRECISION,
    "latencyMsP99_99" DOUBLE PRECISION,
    "latencyMsMax" DOUBLE PRECISION,
    "latencyLoop" TEXT NOT NULL,
    "latencyResolutionUs" INTEGER NOT NULL,
    "errorsConnection" BIGINT NOT NULL,
    "errorsTimeout" BIGINT NOT NULL,
    "errorsReset" BIGINT NOT NULL,
    "errorsNon2xx" BIGINT NOT NULL,
    "errorsMismatch" BIGINT NOT NULL,
    "inFlightMax" BIGINT NOT NULL,
    "connectionsAsked" INTEGER NOT NULL,
    "connectionsEstablished" INTEGER,
    "serverRequests" BIGINT,
    "serverCpuUsPerRequest" DOUBLE PRECISION,
    "clientCpuUsPerRequest" DOUBLE PRECISION,
    "serverCpus" DOUBLE PRECISION,
    "clientCpus" DOUBLE PRECISION,
    "otherCpus" DOUBLE PRECISION,
    "sampleGapSeconds" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "Point_pkey" PRIMARY KEY ("runId","stepIndex")
);

-- CreateTable
CREATE TABLE "PointClient" (
    "runId" UUID NOT NULL,
    "stepIndex" INTEGER NOT NULL,
    "hostId" UUID NOT NULL,
    "result" JSONB NOT NULL,

    CONSTRAINT "PointClient_pkey" PRIMARY KEY ("runId","stepIndex","hostId")
);

-- CreateTable
CREATE TABLE "Command" (
    "id" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "stepIndex" INTEGER,
    "phase" TEXT,
    "body" JSONB NOT NULL,
    "createdAtUs" BIGINT NOT NULL,
    "answeredAtUs" BIGINT,
    "status" TEXT,
    "outcome" JSONB,

    CONSTRAINT "Command_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SampleLayout" (
    "id" TEXT NOT NULL,
    "schemaVersion" INTEGER NOT NULL,
    "columns" TEXT[],

    CONSTRAINT "SampleLayout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Frame" (
    "incarnationId" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "runId" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "layoutId" TEXT NOT NULL,
    "timeUs" BIGINT NOT NULL,
    "monotonicUs" BIGINT NOT NULL,
    "boundary" BOOLEAN NOT NULL,
    "values" BIGINT[],

    CONSTRAINT "Frame_pkey" PRIMARY KEY ("incarnationId","sequence")
);

-- CreateTable
CREATE TABLE "SampleChunk" (
    "incarnationId" UUID NOT NULL,
    "firstSequence" BIGINT NOT NULL,
    "lastSequence" BIGINT NOT NULL,
    "runId" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "layoutId" TEXT NOT NULL,
    "frames" INTEGER NOT NULL,
    "firstTimeUs" BIGINT NOT NULL,
    "lastTimeUs" BIGINT NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "SampleChunk_pkey" PRIMARY KEY ("incarnationId","firstSequence")
);

-- CreateTable
CREATE TABLE "Artifact" (
    "id" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "commandId" UUID,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "mediaType" TEXT NOT NULL,
    "stepIndex" INTEGER,
    "phase" TEXT,
    "createdAtUs" BIGINT NOT NULL,

    CONSTRAINT "Artifact_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "JoinToken" (
    "id" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAtUs" BIGINT NOT NULL,
    "expiresAtUs" BIGINT NOT NULL,
    "usedAtUs" BIGINT,
    "agentId" UUID,
    "incarnationId" UUID,

    CONSTRAINT "JoinToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAtUs" BIGINT NOT NULL,
    "revokedAtUs" BIGINT,

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" TEXT,
    "banned" BOOLEAN,
    "banReason" TEXT,
    "banExpires" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "impersonatedBy" TEXT,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Account" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "idToken" TEXT,
    "accessTokenExpiresAt" TIMESTAMP(3),
    "refreshTokenExpiresAt" TIMESTAMP(3),
    "scope" TEXT,
    "password" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Verification_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Agent_hostId_key" ON "Agent"("hostId");

-- CreateIndex
CREATE UNIQUE INDEX "Agent_credentialHash_key" ON "Agent"("credentialHash");

-- CreateIndex
CREATE INDEX "Lease_runId_idx" ON "Lease"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "Run_idempotencyKey_key" ON "Run"("idempotencyKey");

-- CreateIndex
CREATE INDEX "Run_state_idx" ON "Run"("state");

-- CreateIndex
CREATE INDEX "Run_createdAtUs_id_idx" ON "Run"("createdAtUs", "id");

-- CreateIndex
CREATE INDEX "Command_hostId_status_idx" ON "Command"("hostId", "status");

-- CreateIndex
CREATE INDEX "Command_runId_idx" ON "Command"("runId");

-- CreateIndex
CREATE INDEX "Frame_runId_hostId_timeUs_idx" ON "Frame"("runId", "hostId", "timeUs");

-- CreateIndex
CREATE INDEX "SampleChunk_runId_hostId_firstTimeUs_idx" ON "SampleChunk"("runId", "hostId", "firstTimeUs");

-- CreateIndex
CREATE INDEX "Artifact_runId_idx" ON "Artifact"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "Artifact_commandId_name_key" ON "Artifact"("commandId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "JoinToken_tokenHash_key" ON "JoinToken"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE UNIQUE INDEX "Session_token_key" ON "Session"("token");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "Account_userId_idx" ON "Account"("userId");

-- CreateIndex
CREATE INDEX "Verification_identifier_idx" ON "Verification"("identifier");

-- AddForeignKey
ALTER TABLE "Agent" ADD CONSTRAINT "Agent_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentIncarnation" ADD CONSTRAINT "AgentIncarnation_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Lease" ADD CONSTRAINT "Lease_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Lease" ADD CONSTRAINT "Lease_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunHost" ADD CONSTRAINT "RunHost_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunHost" ADD CONSTRAINT "RunHost_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunTransition" ADD CONSTRAINT "RunTransition_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Step" ADD CONSTRAINT "Step_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Point" ADD CONSTRAINT "Point_runId_stepIndex_fkey" FOREIGN KEY ("runId", "stepIndex") REFERENCES "Step"("runId", "index") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PointClient" ADD CONSTRAINT "PointClient_runId_stepIndex_fkey" FOREIGN KEY ("runId", "stepIndex") REFERENCES "Point"("runId", "stepIndex") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PointClient" ADD CONSTRAINT "PointClient_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Command" ADD CONSTRAINT "Command_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Command" ADD CONSTRAINT "Command_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Frame" ADD CONSTRAINT "Frame_incarnationId_fkey" FOREIGN KEY ("incarnationId") REFERENCES "AgentIncarnation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Frame" ADD CONSTRAINT "Frame_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Frame" ADD CONSTRAINT "Frame_layoutId_fkey" FOREIGN KEY ("layoutId") REFERENCES "SampleLayout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SampleChunk" ADD CONSTRAINT "SampleChunk_incarnationId_fkey" FOREIGN KEY ("incarnationId") REFERENCES "AgentIncarnation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SampleChunk" ADD CONSTRAINT "SampleChunk_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SampleChunk" ADD CONSTRAINT "SampleChunk_layoutId_fkey" FOREIGN KEY ("layoutId") REFERENCES "SampleLayout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Artifact" ADD CONSTRAINT "Artifact_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
