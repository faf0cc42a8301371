-- AlterTable
ALTER TABLE "Agent" ADD COLUMN     "cutOffAtUs" BIGINT,
ADD COLUMN     "pollId" UUID;
