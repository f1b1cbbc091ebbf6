CREATE INDEX "annotation_versions_revision" ON "annotation_versions" USING btree ("image_id","layer_revision");--> statement-breakpoint
CREATE INDEX "annotations_revision" ON "annotations" USING btree ("image_id","layer_revision");--> statement-breakpoint
CREATE INDEX "annotations_deleted" ON "annotations" USING btree ("image_id","deleted") WHERE deleted IS NOT NULL;