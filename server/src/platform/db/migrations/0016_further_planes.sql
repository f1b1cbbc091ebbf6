ALTER TABLE "images" ADD COLUMN "z_shown" jsonb;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "further" jsonb;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "failed_decoder" integer;