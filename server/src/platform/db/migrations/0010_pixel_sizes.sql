ALTER TABLE "analysis_jobs" ADD COLUMN "given_pixel_size" jsonb;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "given_pixel_size" jsonb;