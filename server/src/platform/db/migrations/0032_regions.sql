ALTER TABLE "annotation_layers" ADD COLUMN "roi_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "annotation_versions" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "annotations" ADD COLUMN "name" text;--> statement-breakpoint
CREATE INDEX "annotations_regions" ON "annotations" USING btree ("image_id","id") WHERE name IS NOT NULL;