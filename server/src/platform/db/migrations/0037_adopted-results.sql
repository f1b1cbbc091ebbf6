ALTER TABLE "annotation_imports" ADD COLUMN "result_id" uuid;--> statement-breakpoint
ALTER TABLE "annotation_imports" ADD COLUMN "correction_id" uuid;