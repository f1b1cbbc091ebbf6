DROP INDEX "analysis_jobs_project";--> statement-breakpoint
DROP INDEX "images_project";--> statement-breakpoint
DROP INDEX "images_project_name";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_key" text COLLATE "C" GENERATED ALWAYS AS (left(image_name_key(first_name || ' ' || last_name), 400)) STORED;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "name_key" text COLLATE "C" GENERATED ALWAYS AS (left(image_name_key(name), 400)) STORED;--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("organisation_id","name_key","id");--> statement-breakpoint
CREATE INDEX "analysis_jobs_owner" ON "analysis_jobs" USING btree ("owner_id","id","project_id");--> statement-breakpoint
CREATE INDEX "job_results_size" ON "job_results" USING btree ("job_id","size");--> statement-breakpoint
CREATE INDEX "images_name" ON "images" USING btree ("name_key","id","project_id","medium_id","trashed");--> statement-breakpoint
CREATE INDEX "media_totals" ON "media" USING btree ("organisation_id","owner_id","id","status","size","picture_bytes");--> statement-breakpoint
CREATE INDEX "media_lists" ON "media" USING btree ("id","status","owner_id","file_type","size","picture_bytes");--> statement-breakpoint
CREATE INDEX "media_size" ON "media" USING btree ("organisation_id","size","id","status");--> statement-breakpoint
CREATE INDEX "projects_name" ON "projects" USING btree ("organisation_id","name_key","id");--> statement-breakpoint
CREATE INDEX "analysis_jobs_project" ON "analysis_jobs" USING btree ("project_id","id","owner_id","status");--> statement-breakpoint
CREATE INDEX "images_project" ON "images" USING btree ("project_id","id","medium_id","trashed");--> statement-breakpoint
CREATE INDEX "images_project_name" ON "images" USING btree ("project_id","name_key","id","medium_id","trashed");