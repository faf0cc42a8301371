-- A framework of an import is one group whatever spaces its source puts around and within its name. The runs are judged anew,
-- which names their group by the rule of today; until then the name without the spaces is that.
UPDATE "Run" r SET "groupName" = g."name", "verdictVersion" = NULL
FROM (
  SELECT "id", btrim(regexp_replace("groupName", '[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')) AS "name"
  FROM "Run" WHERE "spec"->'target'->>'kind' = 'described' AND "spec"->'target'->>'framework' IS NOT NULL
) g
WHERE g."id" = r."id" AND (g."name" <> r."groupName" OR r."spec"->'target'->>'framework' ~ '[^\u0001-\u007f]');

-- A pinned baseline goes with its run; of two that come into one group the one that was pinned last stays.
DELETE FROM "Baseline" b USING "Run" r, "Baseline" o, "Run" p
WHERE r."id" = b."runId" AND p."id" = o."runId" AND p."groupName" = r."groupName" AND o."runId" <> b."runId"
  AND (o."pinnedAtUs", o."runId") > (b."pinnedAtUs", b."runId");
UPDATE "Baseline" b SET "groupName" = r."groupName"
FROM "Run" r WHERE r."id" = b."runId" AND r."groupName" <> b."groupName" AND r."spec"->'target'->>'kind' = 'described'
  AND NOT EXISTS (SELECT 1 FROM "Baseline" o WHERE o."groupName" = r."groupName");
