-- CreateTable
CREATE TABLE "Favourite" (
    "userId" TEXT NOT NULL,
    "runId" UUID NOT NULL,
    "addedAtUs" BIGINT NOT NULL,

    CONSTRAINT "Favourite_pkey" PRIMARY KEY ("userId","runId")
);

-- CreateTable
CREATE TABLE "RunView" (
    "id" UUID NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "createdAtUs" BIGINT NOT NULL,
    "changedAtUs" BIGINT NOT NULL,

    CONSTRAINT "RunView_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Favourite_runId_idx" ON "Favourite"("runId");

-- CreateIndex
CREATE INDEX "RunView_shared_idx" ON "RunView"("shared");

-- CreateIndex
CREATE UNIQUE INDEX "RunView_userId_name_key" ON "RunView"("userId", "name");

-- AddForeignKey
ALTER TABLE "Favourite" ADD CONSTRAINT "Favourite_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Favourite" ADD CONSTRAINT "Favourite_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunView" ADD CONSTRAINT "RunView_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
