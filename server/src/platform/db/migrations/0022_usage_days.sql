CREATE TABLE "usage_days" (
	"organisation_id" uuid NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"used" bigint NOT NULL,
	"limit" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "usage_days_organisation_id_day_key_pk" PRIMARY KEY("organisation_id","day","key")
);
--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;