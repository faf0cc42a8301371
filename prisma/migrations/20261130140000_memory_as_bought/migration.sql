-- Hosts of a history are of one class by the memory that they were bought with, in whole GiB: what a kernel leaves of it differs from one
-- to the next. Names with decimals, such as 3.74 GiB, are rounded one after another, so that no history breaks at the upgrade.
DO $$
BEGIN
  WHILE EXISTS (SELECT FROM "BenchmarkPoint" WHERE "hostClass" ~ '\d\.\d+ GiB') LOOP
    UPDATE "BenchmarkPoint"
    SET "hostClass" = regexp_replace("hostClass", '\d+\.\d+ GiB', greatest(1, round(substring("hostClass" FROM '(\d+\.\d+) GiB')::numeric)) || ' GiB')
    WHERE "hostClass" ~ '\d\.\d+ GiB';
  END LOOP;
  WHILE EXISTS (SELECT FROM "Alert" WHERE "hostClass" ~ '\d\.\d+ GiB') LOOP
    UPDATE "Alert"
    SET "hostClass" = regexp_replace("hostClass", '\d+\.\d+ GiB', greatest(1, round(substring("hostClass" FROM '(\d+\.\d+) GiB')::numeric)) || ' GiB')
    WHERE "hostClass" ~ '\d\.\d+ GiB';
  END LOOP;
  -- Interfaces of containers are no part of what a host is, where it has others.
  UPDATE "BenchmarkPoint" SET "hostFingerprint" = regexp_replace("hostFingerprint", ', veth [0-9]* ?MTU \d+', '', 'g')
  WHERE "hostFingerprint" LIKE '%, veth %' AND "hostFingerprint" ~ ', (?!veth )[^,;]+ MTU \d+';
END
$$;
