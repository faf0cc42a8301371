-- Where other programs are told what happened, and what each of them was told.
CREATE TABLE "Webhook" (
  "id" UUID NOT NULL,
  "url" TEXT NOT NULL,
  "description" TEXT NOT NULL,
  "eventTypes" TEXT[] NOT NULL,
  "template" TEXT NOT NULL,
  "disabledSentence" TEXT,
  "secretNumber" INTEGER NOT NULL,
  "secretHash" TEXT NOT NULL,
  "rotatedAtUs" BIGINT,
  "createdAtUs" BIGINT NOT NULL,
  "createdByName" TEXT,
  CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "WebhookDelivery" (
  "id" UUID NOT NULL,
  "webhookId" UUID NOT NULL,
  "eventId" UUID NOT NULL,
  "type" TEXT NOT NULL,
  "data" JSONB NOT NULL,
  "atUs" BIGINT NOT NULL,
  "body" TEXT,
  "state" TEXT NOT NULL,
  "tries" INTEGER NOT NULL,
  "attempts" JSONB NOT NULL,
  "nextAttemptAtUs" BIGINT,
  "claimedUntilUs" BIGINT,
  CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "WebhookDelivery_nextAttemptAtUs_idx" ON "WebhookDelivery"("nextAttemptAtUs");
CREATE INDEX "WebhookDelivery_webhookId_atUs_idx" ON "WebhookDelivery"("webhookId", "atUs");
