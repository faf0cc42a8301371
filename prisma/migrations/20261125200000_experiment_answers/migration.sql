-- AlterTable
ALTER TABLE "Experiment" ADD COLUMN     "answers" JSONB;

UPDATE "Experiment" SET "answers" = jsonb_path_query_array(
  COALESCE("result", "importedDocument"->'experiment'->'result'), '$.outcomes[*] ? (@.primary == true)'
) WHERE "status" = 'done';
