-- When the sweep last came to its end, on whichever process.
ALTER TABLE "Instance" ADD COLUMN "sweptAtUs" BIGINT;
