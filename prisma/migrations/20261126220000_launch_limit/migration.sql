-- CreateTable
CREATE TABLE "LaunchLimit" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "mostInstances" INTEGER,
    "mostMicroUsdPerHour" BIGINT,
    "changedAtUs" BIGINT NOT NULL,
    "changedByName" TEXT,

    CONSTRAINT "LaunchLimit_pkey" PRIMARY KEY ("id")
);
