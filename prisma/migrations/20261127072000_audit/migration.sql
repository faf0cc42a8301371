CREATE TABLE "AuditEntry" (
  "id" UUID NOT NULL,
  "atUs" BIGINT NOT NULL,
  "action" TEXT NOT NULL,
  "byUserId" TEXT,
  "byName" TEXT,
  "byRole" TEXT,
  "byTokenId" UUID,
  "address" TEXT NOT NULL,
  "subjectKind" TEXT NOT NULL,
  "subjectId" TEXT,
  "subjectName" TEXT,
  "fields" JSONB NOT NULL,
  CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "AuditEntry_atUs_id_idx" ON "AuditEntry"("atUs", "id");
CREATE INDEX "AuditEntry_byUserId_atUs_idx" ON "AuditEntry"("byUserId", "atUs");
CREATE INDEX "AuditEntry_subjectId_idx" ON "AuditEntry"("subjectId");

CREATE TABLE "AuditOutcome" (
  "entryId" UUID NOT NULL,
  "atUs" BIGINT NOT NULL,
  "outcome" TEXT NOT NULL,
  "reason" TEXT,
  "subjectId" TEXT,
  "subjectName" TEXT,
  CONSTRAINT "AuditOutcome_pkey" PRIMARY KEY ("entryId"),
  CONSTRAINT "AuditOutcome_outcome_check" CHECK ("outcome" IN ('done', 'refused', 'failed')),
  CONSTRAINT "AuditOutcome_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "AuditEntry"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "AuditOutcome_subjectId_idx" ON "AuditOutcome"("subjectId");

CREATE TABLE "AuditRetention" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "days" INTEGER,
  "changedAtUs" BIGINT NOT NULL,
  "changedByName" TEXT,
  CONSTRAINT "AuditRetention_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "AuditRetention_days_check" CHECK ("days" >= 30)
);

-- Entries are added, and nothing else, until their time is over.
CREATE FUNCTION refuse_change_of_audit() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only: % of "%" is refused.', TG_OP, TG_TABLE_NAME;
END $$;

CREATE FUNCTION refuse_early_removal_of_audit() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  kept INTEGER := 730;
BEGIN
  SELECT r."days" INTO kept FROM "AuditRetention" r WHERE r."id" = 1;
  IF NOT FOUND THEN kept := 730; END IF;
  IF kept IS NULL OR OLD."atUs" > extract(epoch FROM clock_timestamp()) * 1e6 - kept * 86400e6 THEN
    RAISE EXCEPTION 'The audit log keeps an entry until its time is over: its removal is refused.';
  END IF;
  RETURN OLD;
END $$;

-- An outcome goes with its entry, and never before it.
CREATE FUNCTION refuse_removal_of_outcome() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "AuditEntry" e WHERE e."id" = OLD."entryId") THEN
    RAISE EXCEPTION 'The audit log keeps an outcome as long as its entry: its removal is refused.';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER "AuditEntry_unchanged" BEFORE UPDATE OR TRUNCATE ON "AuditEntry" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER "AuditOutcome_unchanged" BEFORE UPDATE OR TRUNCATE ON "AuditOutcome" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER "AuditEntry_kept" BEFORE DELETE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION refuse_early_removal_of_audit();
CREATE TRIGGER "AuditOutcome_kept" BEFORE DELETE ON "AuditOutcome" FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_outcome();
