ALTER TABLE "annotation_exports" ADD COLUMN "mask_values" text;--> statement-breakpoint
ALTER TABLE "annotation_imports" ADD COLUMN "mask_values" text;