-- AlterTable
ALTER TABLE "Invite" ADD COLUMN     "createdByUserId" TEXT;

-- AlterTable
ALTER TABLE "JoinToken" ADD COLUMN     "createdByUserId" TEXT;

-- CreateIndex
CREATE INDEX "Invite_createdByUserId_idx" ON "Invite"("createdByUserId");

-- CreateIndex
CREATE INDEX "JoinToken_createdByUserId_idx" ON "JoinToken"("createdByUserId");

-- AddForeignKey
ALTER TABLE "Invite" ADD CONSTRAINT "Invite_createdByUserId_fkey" FOREIGN KEY ("createdByUserId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JoinToken" ADD CONSTRAINT "JoinToken_createdByUserId_fkey" FOREIGN KEY ("createdByUserId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Nothing says who made those that are open, or whether they may still let anyone in: they end here. A preset join token is good again
-- when the API starts with it.
UPDATE "Invite" SET "revokedAtUs" = (EXTRACT(EPOCH FROM now()) * 1000000)::bigint
WHERE "acceptedAtUs" IS NULL AND "revokedAtUs" IS NULL;
UPDATE "JoinToken" SET "expiresAtUs" = LEAST("expiresAtUs", (EXTRACT(EPOCH FROM now()) * 1000000)::bigint)
WHERE "usedAtUs" IS NULL;
