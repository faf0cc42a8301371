-- A frame lives for about a minute. Above 2 kB, some 250 columns, PostgreSQL compresses a row, which was a third of the work of
-- storing it. A row of up to 8 kB now stays as it is.
ALTER TABLE "Frame" SET (toast_tuple_target = 8160);
