-- AlterTable
ALTER TABLE "Host" ADD COLUMN     "availability" TEXT NOT NULL DEFAULT 'open',
ADD COLUMN     "closedAtUs" BIGINT,
ADD COLUMN     "closedByName" TEXT,
ADD COLUMN     "closedWhy" TEXT,
ADD COLUMN     "labels" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "JoinToken" ADD COLUMN     "labels" TEXT[] DEFAULT ARRAY[]::TEXT[];
