-- AlterTable
ALTER TABLE "Host" ADD COLUMN     "availabilitySetAtUs" BIGINT;
