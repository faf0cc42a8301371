-- Hosts of a history are of one class by the memory that they were bought with, in whole GiB: what a kernel leaves of it differs from one
-- to the next. Names with decimals, such as 3.74 GiB, are rounded one after another, so that no history breaks at the upgrade. Hosts that
-- are alike then stand there once, in order, as they are named from now on.
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
  UPDATE "BenchmarkPoint"
  SET "hostClass" = (SELECT string_agg(DISTINCT host COLLATE "C", '; ' ORDER BY host COLLATE "C") FROM unnest(string_to_array("hostClass", '; ')) host)
  WHERE "hostClass" LIKE '%; %';
  UPDATE "Alert"
  SET "hostClass" = (SELECT string_agg(DISTINCT host COLLATE "C", '; ' ORDER BY host COLLATE "C") FROM unnest(string_to_array("hostClass", '; ')) host)
  WHERE "hostClass" LIKE '%; %';
  -- Interfaces of containers are no part of what a host is, where it has others.
  UPDATE "BenchmarkPoint"
  SET "hostFingerprint" = (
    SELECT string_agg(DISTINCT own COLLATE "C", '; ' ORDER BY own COLLATE "C")
    FROM unnest(string_to_array("hostFingerprint", '; ')) host,
      LATERAL (SELECT CASE WHEN host ~ ', (?!veth )[^,]+ MTU \d+' THEN regexp_replace(host, ', veth [0-9]* ?MTU \d+', '', 'g') ELSE host END) named(own)
  )
  WHERE "hostFingerprint" LIKE '%, veth %';
END
$$;
