CREATE TABLE "job_attempts" (
	"work" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"last" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_turns" (
	"queue" text NOT NULL,
	"organisation" text NOT NULL,
	"taken" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "job_turns_queue_organisation_pk" PRIMARY KEY("queue","organisation")
);
