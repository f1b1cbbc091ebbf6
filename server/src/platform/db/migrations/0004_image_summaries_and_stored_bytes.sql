ALTER TABLE "result_bundles" ADD COLUMN "size" bigint;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "summary" jsonb GENERATED ALWAYS AS (description - '{channels,planes,levels}'::text[]) STORED;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "channel_count" integer GENERATED ALWAYS AS (jsonb_array_length(description->'channels')) STORED;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "picture_bytes" bigint;