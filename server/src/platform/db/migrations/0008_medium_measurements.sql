CREATE TABLE "medium_measurements" (
	"medium_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"measurements" jsonb,
	"error" text,
	"requested" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "medium_measurements_medium_id_kind_pk" PRIMARY KEY("medium_id","kind")
);
--> statement-breakpoint
ALTER TABLE "job_results" ADD COLUMN "suitability" jsonb;--> statement-breakpoint
ALTER TABLE "medium_measurements" ADD CONSTRAINT "medium_measurements_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;