CREATE TABLE "annotation_versions" (
	"annotation_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"image_id" uuid NOT NULL,
	"layer_revision" integer NOT NULL,
	"replaced_with" integer NOT NULL,
	"shape" "bytea" NOT NULL,
	"labels" uuid[] NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	"modified_by" uuid NOT NULL,
	"deleted" timestamp (3) with time zone,
	CONSTRAINT "annotation_versions_annotation_id_revision_pk" PRIMARY KEY("annotation_id","revision")
);
--> statement-breakpoint
ALTER TABLE "annotations" ADD COLUMN "layer_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "annotation_versions" ADD CONSTRAINT "annotation_versions_annotation_id_annotations_id_fk" FOREIGN KEY ("annotation_id") REFERENCES "public"."annotations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annotation_versions" ADD CONSTRAINT "annotation_versions_modified_by_users_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "annotation_versions_image" ON "annotation_versions" USING btree ("image_id","replaced_with");