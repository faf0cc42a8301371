-- CreateTable
CREATE TABLE "Instance" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "instanceId" UUID NOT NULL,

    CONSTRAINT "Instance_pkey" PRIMARY KEY ("id")
);
