CREATE TABLE "Replica" (
  "id" TEXT NOT NULL,
  "startedAtUs" BIGINT NOT NULL,
  "lastSeenAtUs" BIGINT NOT NULL,
  "secretHash" TEXT NOT NULL,
  "adminTokenHash" TEXT,
  "filesAt" TEXT NOT NULL,
  CONSTRAINT "Replica_pkey" PRIMARY KEY ("id")
);
