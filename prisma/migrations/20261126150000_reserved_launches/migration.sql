-- AlterTable
ALTER TABLE "Launch" ADD COLUMN "reservedByKey" TEXT;
