CREATE TABLE "corrected_results" (
	"id" uuid PRIMARY KEY NOT NULL,
	"result_id" uuid NOT NULL,
	"source_id" uuid,
	"owner_id" uuid NOT NULL,
	"owner_name" text NOT NULL,
	"cuts" jsonb NOT NULL,
	"left_out" jsonb NOT NULL,
	"figures" jsonb NOT NULL,
	"classes" jsonb NOT NULL,
	"content" text NOT NULL,
	"size" bigint NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "corrected_results_content" UNIQUE("result_id","content")
);
--> statement-breakpoint
ALTER TABLE "result_bundles" ADD COLUMN "result_ids" jsonb;--> statement-breakpoint
ALTER TABLE "corrected_results" ADD CONSTRAINT "corrected_results_result_id_job_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."job_results"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrected_results" ADD CONSTRAINT "corrected_results_source_id_corrected_results_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."corrected_results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrected_results" ADD CONSTRAINT "corrected_results_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;