CREATE TABLE "annotation_layers" (
	"image_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"last_no" integer DEFAULT 0 NOT NULL,
	"annotation_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "annotations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"image_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"owner_id" uuid NOT NULL,
	"scene" smallint NOT NULL,
	"z" smallint,
	"t" smallint,
	"cell" integer NOT NULL,
	"box_left" integer NOT NULL,
	"box_top" integer NOT NULL,
	"box_right" integer NOT NULL,
	"box_bottom" integer NOT NULL,
	"shape" "bytea" NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" uuid NOT NULL,
	"deleted" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "annotation_layers" ADD CONSTRAINT "annotation_layers_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_image_id_annotation_layers_image_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."annotation_layers"("image_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_modified_by_users_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "annotations_image" ON "annotations" USING btree ("image_id","id");--> statement-breakpoint
CREATE INDEX "annotations_cell" ON "annotations" USING btree ("image_id","cell") WHERE deleted IS NULL;--> statement-breakpoint
-- Annotations did not exist before: whatever is assigned, is assigned to nothing.
DELETE FROM "label_assignments";--> statement-breakpoint
ALTER TABLE "label_assignments" ADD CONSTRAINT "label_assignments_annotation_id_annotations_id_fk" FOREIGN KEY ("annotation_id") REFERENCES "public"."annotations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "label_assignments_annotation" ON "label_assignments" USING btree ("annotation_id");