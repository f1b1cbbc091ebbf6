ALTER TABLE "analysis_jobs" ADD COLUMN "run" uuid;--> statement-breakpoint
CREATE INDEX "analysis_jobs_run" ON "analysis_jobs" USING btree ("project_id","run") WHERE run is not null;