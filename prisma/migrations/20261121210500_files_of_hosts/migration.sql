-- AlterTable
ALTER TABLE "Artifact" ADD COLUMN     "hostId" UUID;

UPDATE "Artifact" AS file SET "hostId" = command."hostId" FROM "Command" AS command WHERE command."id" = file."commandId";
-- The log of a target that ended by itself came with no command, from the host that had the target.
UPDATE "Artifact" AS file SET "hostId" = server."hostId" FROM "RunHost" AS server
WHERE file."hostId" IS NULL AND file."kind" = 'target-log' AND server."runId" = file."runId" AND 'server' = ANY (server."roles");

-- A run that was under way when the API was brought up to date still has to end: what was asked before, and what was
-- answered, are read again then.
UPDATE "Command" AS command SET "body" = command."body" - 'connections' - 'pipelining' || jsonb_build_object(
  'share', jsonb_build_object(
    'loop', 'closed', 'connections', command."body"->'connections', 'pipelining', command."body"->'pipelining'
  ),
  'decompress', false,
  'startAtUs', NULL,
  'profiles', '[]'::jsonb
)
FROM "Run" AS run
WHERE run."id" = command."runId" AND run."endedAtUs" IS NULL
  AND command."type" = 'drive-load' AND NOT command."body" ? 'share';
UPDATE "Command" AS command SET "body" = command."body" || '{"profiles": []}'
FROM "Run" AS run
WHERE run."id" = command."runId" AND run."endedAtUs" IS NULL
  AND command."type" = 'open-window' AND NOT command."body" ? 'profiles';
UPDATE "Command" AS command SET "body" = jsonb_set(command."body", '{target,pick}', '"local"')
FROM "Run" AS run
WHERE run."id" = command."runId" AND run."endedAtUs" IS NULL
  AND command."type" IN ('prepare', 'start-target')
  AND command."body"->'target'->>'kind' = 'reference' AND NOT command."body"->'target' ? 'pick';
UPDATE "Command" AS command SET "outcome" = jsonb_set(
  command."outcome", '{result}',
  '{"offeredPerSecond": null, "unsent": null, "histogram": null, "succeededBySecond": null, "clock": null, "profiles": []}'::jsonb
    || (command."outcome"->'result')
)
FROM "Run" AS run
WHERE run."id" = command."runId" AND run."endedAtUs" IS NULL
  AND command."type" = 'drive-load' AND jsonb_typeof(command."outcome"->'result') = 'object';
