-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "walls" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Where the wall alone does not say which: these are judged once more when the API starts.
UPDATE "Run" SET "verdictVersion" = NULL WHERE "wall" IN ('several', 'unknown');
