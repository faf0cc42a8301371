-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "revisionLabel" TEXT;
