ALTER TABLE "audit_log" ADD COLUMN "project_id" uuid;--> statement-breakpoint
-- Entries from before: of projects, and of images and jobs that still exist.
UPDATE "audit_log" SET "project_id" = "object_id"::uuid WHERE "object_type" = 'project' AND "object_id" IS NOT NULL;--> statement-breakpoint
UPDATE "audit_log" SET "project_id" = "images"."project_id" FROM "images" WHERE "object_type" = 'image' AND "object_id" = "images"."id"::text;--> statement-breakpoint
UPDATE "audit_log" SET "project_id" = "analysis_jobs"."project_id" FROM "analysis_jobs" WHERE "object_type" = 'job' AND "object_id" = "analysis_jobs"."id"::text;--> statement-breakpoint
CREATE INDEX "audit_log_project" ON "audit_log" USING btree ("project_id","id") WHERE project_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "analysis_jobs_unfinished" ON "analysis_jobs" USING btree ("project_id","id") WHERE status in ('pending', 'running');
