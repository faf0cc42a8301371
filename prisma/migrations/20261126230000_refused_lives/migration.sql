-- AlterTable
ALTER TABLE "Agent" ADD COLUMN     "refusedAtUs" BIGINT,
ADD COLUMN     "refusedLives" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "refusedUntilUs" BIGINT;
