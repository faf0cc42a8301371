-- AlterTable
ALTER TABLE "ApiToken" ADD COLUMN     "expiresAtUs" BIGINT,
ADD COLUMN     "lastUsedAtUs" BIGINT,
ADD COLUMN     "role" TEXT NOT NULL DEFAULT 'admin',
ADD COLUMN     "userId" TEXT;

-- Tokens from before roles could do everything; every later one says what it may.
ALTER TABLE "ApiToken" ALTER COLUMN "role" DROP DEFAULT;

-- AlterTable
ALTER TABLE "Point" ADD COLUMN     "toolWorkers" INTEGER;

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "basedOnRunId" UUID,
ADD COLUMN     "bestLatencyMsP99" DOUBLE PRECISION,
ADD COLUMN     "bestRequestsPerSecond" DOUBLE PRECISION,
ADD COLUMN     "bestServerCpuUsPerRequest" DOUBLE PRECISION,
ADD COLUMN     "createdByName" TEXT,
ADD COLUMN     "notes" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "Invite" (
    "id" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "createdByName" TEXT NOT NULL,
    "createdAtUs" BIGINT NOT NULL,
    "expiresAtUs" BIGINT NOT NULL,
    "acceptedAtUs" BIGINT,
    "acceptedByUserId" TEXT,
    "revokedAtUs" BIGINT,

    CONSTRAINT "Invite_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Share" (
    "id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "runIds" UUID[],
    "documentVersion" INTEGER NOT NULL,
    "documentSha256" TEXT NOT NULL,
    "documentSizeBytes" BIGINT NOT NULL,
    "createdAtUs" BIGINT NOT NULL,
    "createdByName" TEXT NOT NULL,
    "expiresAtUs" BIGINT,
    "revokedAtUs" BIGINT,
    "opens" INTEGER NOT NULL DEFAULT 0,
    "lastOpenedAtUs" BIGINT,

    CONSTRAINT "Share_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "lastRequest" BIGINT NOT NULL,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Invite_tokenHash_key" ON "Invite"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "Share_token_key" ON "Share"("token");

-- CreateIndex
CREATE INDEX "Share_runIds_idx" ON "Share" USING GIN ("runIds");

-- CreateIndex
CREATE UNIQUE INDEX "RateLimit_key_key" ON "RateLimit"("key");

-- CreateIndex
CREATE INDEX "ApiToken_userId_idx" ON "ApiToken"("userId");

-- CreateIndex
CREATE INDEX "Run_tags_idx" ON "Run" USING GIN ("tags");

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Runs from before this column: the point with the most requests per second.
UPDATE "Run" SET
  "bestRequestsPerSecond" = best."requestsPerSecond",
  "bestLatencyMsP99" = best."latencyMsP99",
  "bestServerCpuUsPerRequest" = best."serverCpuUsPerRequest"
FROM (
  SELECT DISTINCT ON ("runId") "runId", "requestsPerSecond", "latencyMsP99", "serverCpuUsPerRequest"
  FROM "Point" ORDER BY "runId", "requestsPerSecond" DESC
) AS best
WHERE best."runId" = "Run"."id";
