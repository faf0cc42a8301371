-- AlterTable
ALTER TABLE "Agent" ADD COLUMN     "upgradeAskedAtUs" BIGINT,
ADD COLUMN     "upgradeTaskId" UUID;
