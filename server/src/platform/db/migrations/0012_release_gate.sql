ALTER TABLE "release_history" ADD COLUMN "forced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "release_history" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "notes" text;