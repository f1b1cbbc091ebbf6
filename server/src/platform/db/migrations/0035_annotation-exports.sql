CREATE TABLE "annotation_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"format" text NOT NULL,
	"file_name" text NOT NULL,
	"image_ids" jsonb,
	"annotation_ids" jsonb,
	"status" text DEFAULT 'running' NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"exported" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"error" text,
	"size" bigint,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "annotation_exports" ADD CONSTRAINT "annotation_exports_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annotation_exports" ADD CONSTRAINT "annotation_exports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "annotation_exports_project" ON "annotation_exports" USING btree ("project_id","owner_id","id");--> statement-breakpoint
CREATE INDEX "annotation_exports_owner" ON "annotation_exports" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "annotation_exports_created" ON "annotation_exports" USING btree ("created");