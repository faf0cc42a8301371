-- AlterTable
ALTER TABLE "JoinToken" ADD COLUMN     "revokedAtUs" BIGINT;
