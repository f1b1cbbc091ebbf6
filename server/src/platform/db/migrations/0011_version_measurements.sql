CREATE TABLE "version_measurements" (
	"day" date NOT NULL,
	"app" text NOT NULL,
	"version" text NOT NULL,
	"measure" text NOT NULL,
	"bucket" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "version_measurements_day_app_version_measure_bucket_pk" PRIMARY KEY("day","app","version","measure","bucket")
);
