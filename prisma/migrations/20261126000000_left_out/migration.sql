ALTER TABLE "Run" ADD COLUMN "leftOutRequestsPerSecond" DOUBLE PRECISION, ADD COLUMN "leftOutValidity" TEXT;
