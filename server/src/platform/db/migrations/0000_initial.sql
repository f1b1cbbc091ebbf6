CREATE TABLE "access_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"organisation_id" uuid,
	"user_id" uuid,
	"action" text NOT NULL,
	"object_type" text,
	"object_id" text,
	"detail" jsonb,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "client_apps" (
	"app_id" text PRIMARY KEY NOT NULL,
	"app_secret" text NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"used" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "organisations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sector" text,
	"admin_id" uuid,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"resets" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"used" timestamp (3) with time zone,
	"successor" "bytea"
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"revoked" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "subscription_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"version" integer NOT NULL,
	"family" text NOT NULL,
	"net_price" integer NOT NULL,
	"period" text NOT NULL,
	"restrictions" jsonb NOT NULL,
	CONSTRAINT "subscription_plans_name_version" UNIQUE("name","version")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"automatic_renewal" boolean DEFAULT false NOT NULL,
	"purchaser_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_guest" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"agreement_terms" boolean DEFAULT false NOT NULL,
	"agreement_privacy" boolean DEFAULT false NOT NULL,
	"phone_number" text,
	"additional_information" jsonb,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_active" timestamp (3) with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "analysis_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"app_name" text NOT NULL,
	"app_version" text NOT NULL,
	"params" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"status_errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started" timestamp (3) with time zone,
	"finished" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "job_results" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"figures" jsonb NOT NULL,
	"classes" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"object_count" integer NOT NULL,
	"provenance" jsonb NOT NULL,
	"size" bigint NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_results_job_id_unique" UNIQUE("job_id")
);
--> statement-breakpoint
CREATE TABLE "result_bundles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"app_name" text NOT NULL,
	"app_versions" jsonb NOT NULL,
	"job_ids" jsonb,
	"format" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"status_errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"medium_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"file_type" text NOT NULL,
	"original_filename" text NOT NULL,
	"size" bigint NOT NULL,
	"status" text NOT NULL,
	"status_errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sha256" text,
	"description" jsonb,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"medium_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"size" bigint NOT NULL,
	"announced_sha256" text,
	"status" text NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contributors" (
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "contributors_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "active_releases" (
	"app" text NOT NULL,
	"version" text NOT NULL,
	"traffic" integer NOT NULL,
	CONSTRAINT "active_releases_app_version_pk" PRIMARY KEY("app","version")
);
--> statement-breakpoint
CREATE TABLE "release_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"app" text NOT NULL,
	"action" text NOT NULL,
	"version" text NOT NULL,
	"traffic" integer,
	"actor" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"app" text NOT NULL,
	"version" text NOT NULL,
	"integrity" text NOT NULL,
	"files" jsonb NOT NULL,
	"manifest" jsonb NOT NULL,
	"complete" boolean DEFAULT false NOT NULL,
	"published" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "releases_app_version_pk" PRIMARY KEY("app","version")
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_subscription_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_jobs" ADD CONSTRAINT "analysis_jobs_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_jobs" ADD CONSTRAINT "analysis_jobs_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_jobs" ADD CONSTRAINT "analysis_jobs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_results" ADD CONSTRAINT "job_results_job_id_analysis_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."analysis_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_bundles" ADD CONSTRAINT "result_bundles_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_bundles" ADD CONSTRAINT "result_bundles_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributors" ADD CONSTRAINT "contributors_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributors" ADD CONSTRAINT "contributors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_session" ON "access_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "access_tokens_expires" ON "access_tokens" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "audit_log_organisation_at" ON "audit_log" USING btree ("organisation_id","at");--> statement-breakpoint
CREATE INDEX "rate_limits_resets" ON "rate_limits" USING btree ("resets");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_organisation" ON "subscriptions" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "users_organisation" ON "users" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "analysis_jobs_project" ON "analysis_jobs" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "analysis_jobs_image" ON "analysis_jobs" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "result_bundles_project" ON "result_bundles" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "images_project" ON "images" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "images_medium" ON "images" USING btree ("medium_id");--> statement-breakpoint
CREATE INDEX "media_organisation_status" ON "media" USING btree ("organisation_id","status");--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "uploads_medium" ON "uploads" USING btree ("medium_id");--> statement-breakpoint
CREATE INDEX "contributors_user" ON "contributors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "projects_organisation" ON "projects" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "projects_owner" ON "projects" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "release_history_app_at" ON "release_history" USING btree ("app","at");