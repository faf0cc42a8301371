-- AlterTable
ALTER TABLE "Instance" ADD COLUMN     "backedUpAtUs" BIGINT,
ADD COLUMN     "restoredAtUs" BIGINT,
ADD COLUMN     "restoredFromUs" BIGINT;
