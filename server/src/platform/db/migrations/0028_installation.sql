CREATE TABLE "installation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"joined" boolean DEFAULT false NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL
);
