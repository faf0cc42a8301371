-- Connects that failed are no failed requests. Points from before counted them there, and keep what they have.
ALTER TABLE "Point" ADD COLUMN "connectsFailed" BIGINT;
