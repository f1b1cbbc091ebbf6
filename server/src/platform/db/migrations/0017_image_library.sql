-- By which names are ordered: without case and accents, each number padded to 20 digits, so that "a2" comes before "a10".
CREATE FUNCTION image_name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(regexp_replace(regexp_replace(normalize(lower(name), NFKD), '[\u0300-\u036f]', '', 'g'), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]+([0-9]{20})(?![0-9])', '\1', 'g');--> statement-breakpoint
CREATE TABLE "image_archives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"image_ids" uuid[] NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "image_tags" (
	"image_id" uuid NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "image_tags_image_id_tag_pk" PRIMARY KEY("image_id","tag")
);
--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "name_key" text COLLATE "C" GENERATED ALWAYS AS (image_name_key(name)) STORED;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "trashed" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "image_archives" ADD CONSTRAINT "image_archives_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_tags" ADD CONSTRAINT "image_tags_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_archives_project" ON "image_archives" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "image_archives_created" ON "image_archives" USING btree ("created");--> statement-breakpoint
CREATE INDEX "images_project_name" ON "images" USING btree ("project_id","name_key","id");--> statement-breakpoint
CREATE INDEX "images_trashed" ON "images" USING btree ("trashed") WHERE trashed IS NOT NULL;
