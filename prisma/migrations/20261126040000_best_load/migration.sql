ALTER TABLE "Run" ADD COLUMN "bestPipelining" DOUBLE PRECISION, ADD COLUMN "bestInFlight" DOUBLE PRECISION;

UPDATE "Run" r SET
  "bestPipelining" = (b.spec->>'pipelining')::float8,
  "bestInFlight" = (b.spec->>'pipelining')::float8 * (b.spec->>'connections')::float8
FROM (
  SELECT s."runId", s."index", s."spec" AS spec FROM "Step" s
  UNION ALL
  SELECT i."runId", (i."summary"->'best'->>'stepIndex')::int, i."summary"->'best'->'spec' FROM "ImportedRun" i
) b
WHERE b."runId" = r."id" AND b."index" = r."bestStepIndex" AND b.spec->>'loop' = 'closed';
