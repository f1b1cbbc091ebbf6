-- Owner and size of the medium stand with the image, so that indexes of images have the order of both (ADR 105). The key makes them the medium's own.
ALTER TABLE "media" ADD CONSTRAINT "media_owner_size" UNIQUE("id","owner_id","size");--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "owner_id" uuid DEFAULT null;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "size" bigint DEFAULT null;--> statement-breakpoint
-- Nothing that the totals count is changed.
ALTER TABLE "images" DISABLE TRIGGER "images_update_totals";--> statement-breakpoint
UPDATE "images" SET "owner_id" = (SELECT owner_id FROM media WHERE media.id = medium_id);--> statement-breakpoint
UPDATE "images" SET "size" = (SELECT size FROM media WHERE media.id = medium_id);--> statement-breakpoint
ALTER TABLE "images" ENABLE TRIGGER "images_update_totals";--> statement-breakpoint
ALTER TABLE "images" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ALTER COLUMN "size" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "images" DROP CONSTRAINT "images_medium_id_media_id_fk";--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_are_of_media" FOREIGN KEY ("medium_id","owner_id","size") REFERENCES "public"."media"("id","owner_id","size") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "images_owner" ON "images" USING btree ("owner_id","medium_id","id","project_id","trashed");--> statement-breakpoint
CREATE INDEX "images_size" ON "images" USING btree ("size","id","project_id","medium_id","trashed");--> statement-breakpoint
-- Also for a server of an earlier release, which knows the medium alone. The lock waits for who is changing it.
CREATE FUNCTION take_from_medium() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  SELECT owner_id, size INTO NEW.owner_id, NEW.size FROM media WHERE id = NEW.medium_id FOR KEY SHARE;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "images_take_from_medium" BEFORE INSERT OR UPDATE OF medium_id ON "images" FOR EACH ROW EXECUTE FUNCTION take_from_medium();
