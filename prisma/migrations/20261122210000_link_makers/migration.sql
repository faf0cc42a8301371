-- AlterTable
ALTER TABLE "Verification" ADD COLUMN     "madeByUserId" TEXT;
