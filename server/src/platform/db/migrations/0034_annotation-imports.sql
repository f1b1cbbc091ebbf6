CREATE TABLE "annotation_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"image_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"is_busy" boolean DEFAULT true NOT NULL,
	"may_add_labels" boolean NOT NULL,
	"elements" integer DEFAULT 0 NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"counts" jsonb NOT NULL,
	"refusals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"labels_left_out" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"taken_back" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "annotations" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "annotations" ADD COLUMN "properties" jsonb;--> statement-breakpoint
ALTER TABLE "annotation_imports" ADD CONSTRAINT "annotation_imports_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annotation_imports" ADD CONSTRAINT "annotation_imports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "annotation_imports_image" ON "annotation_imports" USING btree ("image_id","id");--> statement-breakpoint
CREATE INDEX "annotation_imports_owner" ON "annotation_imports" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "annotations_import" ON "annotations" USING btree ("import_id","id") WHERE import_id IS NOT NULL;