CREATE TABLE "operator_tokens" (
	"name" text PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"apps" text[] NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked" timestamp (3) with time zone,
	CONSTRAINT "operator_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "release_history" ADD COLUMN "forced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "release_history" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "notes" text;