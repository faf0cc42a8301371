-- A setting of the transaction knows what is counted: it ends with it, and goes back with a savepoint.
CREATE OR REPLACE FUNCTION count_list_change("changed" TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
  "counted" TEXT := 'millionrps.counted_' || "changed";
BEGIN
  IF current_setting("counted", TRUE) = '1' THEN RETURN; END IF;
  INSERT INTO "ListRevision" AS l ("list", "backend", "changes", "transaction")
  VALUES ("changed", pg_backend_pid(), 1, pg_current_xact_id()::text::bigint)
  ON CONFLICT ("list", "backend") DO UPDATE SET "changes" = l."changes" + 1, "transaction" = excluded."transaction"
  WHERE l."transaction" <> excluded."transaction";
  "counted" := set_config("counted", '1', TRUE);
END $$;

-- Transition tables and a query on them took three times as long as the states of the row itself. A run that ends leaves one list for the other.
CREATE FUNCTION count_change_of_run() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  "done" TEXT;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    "done" := count_list_change(CASE WHEN is_run_over(OLD."state") THEN 'ended' ELSE 'active' END);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    "done" := count_list_change(CASE WHEN is_run_over(NEW."state") THEN 'ended' ELSE 'active' END);
  END IF;
  RETURN NULL;
END $$;

-- Whoever writes these holds the lock of the run, or writes the run in the same transaction: it does not end meanwhile,
-- and where it ends in this transaction, the run itself counts for both lists. So does a row whose run is gone.
CREATE FUNCTION count_change_of_part() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  "part" TEXT := CASE WHEN TG_OP = 'DELETE' THEN OLD."runId" ELSE NEW."runId" END;
  "isOver" BOOLEAN;
  "done" TEXT;
BEGIN
  IF current_setting('millionrps.counted_run', TRUE) = "part" THEN RETURN NULL; END IF;
  SELECT is_run_over(r."state") INTO "isOver" FROM "Run" r WHERE r."id" = "part"::uuid;
  IF COALESCE("isOver", TRUE) THEN "done" := count_list_change('ended'); END IF;
  IF NOT COALESCE("isOver", FALSE) THEN "done" := count_list_change('active'); END IF;
  "done" := set_config('millionrps.counted_run', "part", TRUE);
  RETURN NULL;
END $$;

DROP TRIGGER "Run_inserted" ON "Run";
DROP TRIGGER "Run_updated" ON "Run";
DROP TRIGGER "Run_deleted" ON "Run";
CREATE TRIGGER "Run_changed" AFTER INSERT OR UPDATE OR DELETE ON "Run" FOR EACH ROW EXECUTE FUNCTION count_change_of_run();
DROP TRIGGER "Step_inserted" ON "Step";
DROP TRIGGER "Step_updated" ON "Step";
DROP TRIGGER "Step_deleted" ON "Step";
CREATE TRIGGER "Step_changed" AFTER INSERT OR UPDATE OR DELETE ON "Step" FOR EACH ROW EXECUTE FUNCTION count_change_of_part();
DROP TRIGGER "Point_inserted" ON "Point";
DROP TRIGGER "Point_updated" ON "Point";
DROP TRIGGER "Point_deleted" ON "Point";
CREATE TRIGGER "Point_changed" AFTER INSERT OR UPDATE OR DELETE ON "Point" FOR EACH ROW EXECUTE FUNCTION count_change_of_part();
DROP TRIGGER "RunHost_inserted" ON "RunHost";
DROP TRIGGER "RunHost_updated" ON "RunHost";
DROP TRIGGER "RunHost_deleted" ON "RunHost";
CREATE TRIGGER "RunHost_changed" AFTER INSERT OR UPDATE OR DELETE ON "RunHost" FOR EACH ROW EXECUTE FUNCTION count_change_of_part();
DROP TRIGGER "RunTransition_inserted" ON "RunTransition";
CREATE TRIGGER "RunTransition_changed" AFTER INSERT OR UPDATE OR DELETE ON "RunTransition" FOR EACH ROW EXECUTE FUNCTION count_change_of_part();

DROP FUNCTION count_changes_of_runs();
DROP FUNCTION count_changes_of_parts();

-- Of emptied tables there are no rows to tell which list had them.
CREATE TRIGGER "Run_emptied" AFTER TRUNCATE ON "Run" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "Step_emptied" AFTER TRUNCATE ON "Step" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "Point_emptied" AFTER TRUNCATE ON "Point" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "RunHost_emptied" AFTER TRUNCATE ON "RunHost" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "RunTransition_emptied" AFTER TRUNCATE ON "RunTransition" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "ImportedRun_emptied" AFTER TRUNCATE ON "ImportedRun" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "Baseline_emptied" AFTER TRUNCATE ON "Baseline" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "Favourite_emptied" AFTER TRUNCATE ON "Favourite" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "Experiment_emptied" AFTER TRUNCATE ON "Experiment" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "ExperimentConfiguration_emptied" AFTER TRUNCATE ON "ExperimentConfiguration" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "ExperimentRun_emptied" AFTER TRUNCATE ON "ExperimentRun" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
CREATE TRIGGER "Host_emptied" AFTER TRUNCATE ON "Host" FOR EACH STATEMENT EXECUTE FUNCTION count_change_of_both();
