-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "targetKey" TEXT;
