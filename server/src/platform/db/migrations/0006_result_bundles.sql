ALTER TABLE "result_bundles" ADD COLUMN "content" text;--> statement-breakpoint
ALTER TABLE "result_bundles" ADD COLUMN "expires" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "result_bundles_content" ON "result_bundles" USING btree ("content");--> statement-breakpoint
CREATE INDEX "result_bundles_expires" ON "result_bundles" USING btree ("expires");