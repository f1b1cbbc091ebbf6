CREATE TABLE "operator_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"apps" jsonb NOT NULL,
	"may" jsonb NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"expires" timestamp (3) with time zone,
	"last_used" timestamp (3) with time zone,
	CONSTRAINT "operator_tokens_name_unique" UNIQUE("name"),
	CONSTRAINT "operator_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "removed_releases" (
	"app" text NOT NULL,
	"version" text NOT NULL,
	"integrity" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"reason" text,
	CONSTRAINT "removed_releases_app_version_pk" PRIMARY KEY("app","version")
);
--> statement-breakpoint
CREATE TABLE "version_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"app" text NOT NULL,
	"version" text NOT NULL,
	"measure" text NOT NULL,
	"bucket" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "version_hours_hour_app_version_measure_bucket_pk" PRIMARY KEY("hour","app","version","measure","bucket")
);
--> statement-breakpoint
CREATE TABLE "version_reports" (
	"app" text NOT NULL,
	"version" text NOT NULL,
	"user_id" uuid NOT NULL,
	"loaded" timestamp (3) with time zone,
	"failed" timestamp (3) with time zone,
	CONSTRAINT "version_reports_app_version_user_id_pk" PRIMARY KEY("app","version","user_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "release_history" ADD COLUMN "trial" jsonb;--> statement-breakpoint
ALTER TABLE "version_reports" ADD CONSTRAINT "version_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;