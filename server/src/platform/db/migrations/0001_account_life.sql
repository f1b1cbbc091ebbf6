CREATE TABLE "avatars" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"picture" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"invited_by" uuid,
	"token_hash" "bytea" NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_organisation_email" UNIQUE("organisation_id","email")
);
--> statement-breakpoint
CREATE TABLE "account_notices" (
	"organisation_id" uuid NOT NULL,
	"step" text NOT NULL,
	"trial_end" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_notices_organisation_id_step_trial_end_pk" PRIMARY KEY("organisation_id","step","trial_end")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_notices" ADD CONSTRAINT "account_notices_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_organisation_id" ON "audit_log" USING btree ("organisation_id","id");