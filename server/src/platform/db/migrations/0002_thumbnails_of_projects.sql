DROP INDEX "images_project";--> statement-breakpoint
CREATE INDEX "images_project" ON "images" USING btree ("project_id","id");