-- CreateTable
CREATE TABLE "ListRevision" (
    "list" TEXT NOT NULL,
    "backend" INTEGER NOT NULL,
    "changes" BIGINT NOT NULL,
    "transaction" BIGINT NOT NULL,

    CONSTRAINT "ListRevision_pkey" PRIMARY KEY ("list","backend")
);

-- A backend has one transaction at a time, so no transaction waits for the row of another. Of each transaction one
-- change is counted, however many statements it has.
CREATE FUNCTION count_list_change("changed" TEXT) RETURNS VOID LANGUAGE sql AS $$
  INSERT INTO "ListRevision" AS l ("list", "backend", "changes", "transaction")
  VALUES ("changed", pg_backend_pid(), 1, pg_current_xact_id()::text::bigint)
  ON CONFLICT ("list", "backend") DO UPDATE SET "changes" = l."changes" + 1, "transaction" = excluded."transaction"
  WHERE l."transaction" <> excluded."transaction"
$$;

CREATE FUNCTION is_run_over("state" TEXT) RETURNS BOOLEAN IMMUTABLE LANGUAGE sql AS $$
  SELECT "state" IN ('finished', 'failed', 'canceled')
$$;

CREATE FUNCTION count_change_of_both() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_list_change('ended'), count_list_change('active');
  RETURN NULL;
END $$;

-- A run that ends leaves one list for the other.
CREATE FUNCTION count_changes_of_runs() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  "ended" BOOLEAN;
  "active" BOOLEAN;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT bool_or(is_run_over(r."state")), bool_or(NOT is_run_over(r."state")) INTO "ended", "active"
    FROM (SELECT "state" FROM "former" UNION ALL SELECT "state" FROM "latter") r;
  ELSE
    SELECT bool_or(is_run_over(r."state")), bool_or(NOT is_run_over(r."state")) INTO "ended", "active" FROM "latter" r;
  END IF;
  IF "ended" THEN PERFORM count_list_change('ended'); END IF;
  IF "active" THEN PERFORM count_list_change('active'); END IF;
  RETURN NULL;
END $$;

-- Whoever writes these holds the lock of the run, or writes the run in the same transaction: it does not end meanwhile.
-- Rows whose run is gone, too, are counted for both lists.
CREATE FUNCTION count_changes_of_parts() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  "ended" BOOLEAN;
  "active" BOOLEAN;
BEGIN
  SELECT bool_or(COALESCE(is_run_over(r."state"), TRUE)), bool_or(NOT COALESCE(is_run_over(r."state"), FALSE)) INTO "ended", "active"
  FROM (SELECT DISTINCT "runId" FROM "latter") p LEFT JOIN "Run" r ON r."id" = p."runId";
  IF "ended" THEN PERFORM count_list_change('ended'); END IF;
  IF "active" THEN PERFORM count_list_change('active'); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "Run_inserted" AFTER INSERT ON "Run" REFERENCING NEW TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_runs();
CREATE TRIGGER "Run_updated" AFTER UPDATE ON "Run" REFERENCING OLD TABLE AS "former" NEW TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_runs();
CREATE TRIGGER "Run_deleted" AFTER DELETE ON "Run" REFERENCING OLD TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_runs();

CREATE TRIGGER "Step_inserted" AFTER INSERT ON "Step" REFERENCING NEW TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_parts();
CREATE TRIGGER "Step_updated" AFTER UPDATE ON "Step" REFERENCING NEW TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_parts();
CREATE TRIGGER "Step_deleted" AFTER DELETE ON "Step" REFERENCING OLD TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_parts();
CREATE TRIGGER "Point_inserted" AFTER INSERT ON "Point" REFERENCING NEW TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_parts();
CREATE TRIGGER "Point_updated" AFTER UPDATE ON "Point" REFERENCING NEW TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_parts();
CREATE TRIGGER "Point_deleted" AFTER DELETE ON "Point" REFERENCING OLD TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_parts();
CREATE TRIGGER "RunHost_inserted" AFTER INSERT ON "RunHost" REFERENCING NEW TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_parts();
CREATE TRIGGER "RunHost_updated" AFTER UPDATE ON "RunHost" REFERENCING NEW TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_parts();
CREATE TRIGGER "RunHost_deleted" AFTER DELETE ON "RunHost" REFERENCING OLD TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_parts();
CREATE TRIGGER "RunTransition_inserted" AFTER INSERT ON "RunTransition" REFERENCING NEW TABLE AS "latter" FOR EACH STATEMENT EXECUTE FUNCTION count_changes_of_parts();

CREATE TRIGGER "ImportedRun_changed" AFTER INSERT OR UPDATE OR DELETE ON "ImportedRun" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "Baseline_changed" AFTER INSERT OR UPDATE OR DELETE ON "Baseline" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "Favourite_changed" AFTER INSERT OR UPDATE OR DELETE ON "Favourite" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "Experiment_changed" AFTER INSERT OR UPDATE OR DELETE ON "Experiment" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "ExperimentConfiguration_changed" AFTER INSERT OR UPDATE OR DELETE ON "ExperimentConfiguration" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "ExperimentRun_changed" AFTER INSERT OR UPDATE OR DELETE ON "ExperimentRun" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
-- Lines of experiments name hosts as they are called today.
CREATE TRIGGER "Host_renamed" AFTER UPDATE ON "Host" FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name") EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "Host_deleted" AFTER DELETE ON "Host" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
