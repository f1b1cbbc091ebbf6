CREATE TABLE "owner_totals" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"counted_by" text NOT NULL,
	"media_count" bigint NOT NULL,
	"media_bytes" bigint NOT NULL,
	"result_count" bigint NOT NULL,
	"result_bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_totals" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"counted_by" text NOT NULL,
	"images" bigint NOT NULL,
	"available" bigint NOT NULL,
	"processing" bigint NOT NULL,
	"failed" bigint NOT NULL,
	"jobs" bigint NOT NULL,
	"trashed_jobs" bigint NOT NULL,
	"media_count" bigint NOT NULL,
	"media_bytes" bigint NOT NULL,
	"result_count" bigint NOT NULL,
	"result_bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "total_changes" (
	"object" text NOT NULL,
	"id" uuid NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_log_project";--> statement-breakpoint
CREATE INDEX "corrected_results_owner" ON "corrected_results" USING btree ("owner_id","result_id","size");--> statement-breakpoint
CREATE INDEX "result_bundles_owner" ON "result_bundles" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "audit_log_project" ON "audit_log" USING btree ("project_id","id","at") WHERE project_id IS NOT NULL;--> statement-breakpoint
-- Names of images are searched by their letters. Where the extension is not to be had, they are read one by one as before.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX "images_letters" ON "images" USING gin ("name" gin_trgm_ops);
  END IF;
EXCEPTION WHEN insufficient_privilege OR undefined_object OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm cannot be used: %', SQLERRM;
END $$;--> statement-breakpoint
-- What changes in the transaction is noted by its triggers, so that it is seen with the change or not at all, whichever release has made it (ADR 96).
CREATE FUNCTION note_media() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO total_changes (object, id)
    SELECT DISTINCT 'owner', owner_id FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "media_insert_totals" AFTER INSERT ON "media" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_media();--> statement-breakpoint
CREATE TRIGGER "media_delete_totals" AFTER DELETE ON "media" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_media();--> statement-breakpoint
CREATE FUNCTION note_medium() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO total_changes (object, id)
    SELECT 'medium', NEW.id
    UNION SELECT 'owner', OLD.owner_id
    UNION SELECT 'owner', NEW.owner_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "media_update_totals" AFTER UPDATE ON "media" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.size IS DISTINCT FROM NEW.size OR OLD.picture_bytes IS DISTINCT FROM NEW.picture_bytes OR OLD.owner_id IS DISTINCT FROM NEW.owner_id OR OLD.organisation_id IS DISTINCT FROM NEW.organisation_id) EXECUTE FUNCTION note_medium();--> statement-breakpoint
CREATE FUNCTION note_images() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO total_changes (object, id)
    SELECT DISTINCT 'project', project_id FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "images_insert_totals" AFTER INSERT ON "images" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_images();--> statement-breakpoint
CREATE TRIGGER "images_delete_totals" AFTER DELETE ON "images" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_images();--> statement-breakpoint
CREATE FUNCTION note_moved_images() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO total_changes (object, id) SELECT DISTINCT 'project', project_id FROM (
    (SELECT id, project_id, medium_id, trashed IS NULL FROM before EXCEPT SELECT id, project_id, medium_id, trashed IS NULL FROM after)
    UNION (SELECT id, project_id, medium_id, trashed IS NULL FROM after EXCEPT SELECT id, project_id, medium_id, trashed IS NULL FROM before)
  ) changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "images_update_totals" AFTER UPDATE ON "images" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_moved_images();--> statement-breakpoint
CREATE FUNCTION note_jobs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO total_changes (object, id)
    SELECT 'project', project_id FROM changed
    UNION SELECT 'owner', owner_id FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "analysis_jobs_insert_totals" AFTER INSERT ON "analysis_jobs" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_jobs();--> statement-breakpoint
CREATE TRIGGER "analysis_jobs_delete_totals" AFTER DELETE ON "analysis_jobs" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_jobs();--> statement-breakpoint
CREATE FUNCTION note_moved_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO total_changes (object, id)
    SELECT 'project', OLD.project_id
    UNION SELECT 'project', NEW.project_id
    UNION SELECT 'owner', OLD.owner_id
    UNION SELECT 'owner', NEW.owner_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "analysis_jobs_update_totals" AFTER UPDATE ON "analysis_jobs" FOR EACH ROW WHEN (OLD.project_id IS DISTINCT FROM NEW.project_id OR OLD.owner_id IS DISTINCT FROM NEW.owner_id OR OLD.image_id IS DISTINCT FROM NEW.image_id) EXECUTE FUNCTION note_moved_job();--> statement-breakpoint
CREATE FUNCTION note_results() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO total_changes (object, id)
    SELECT DISTINCT 'job', job_id FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "job_results_insert_totals" AFTER INSERT ON "job_results" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_results();--> statement-breakpoint
CREATE TRIGGER "job_results_delete_totals" AFTER DELETE ON "job_results" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_results();--> statement-breakpoint
CREATE FUNCTION note_result() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO total_changes (object, id)
    SELECT 'job', OLD.job_id
    UNION SELECT 'job', NEW.job_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "job_results_update_totals" AFTER UPDATE ON "job_results" FOR EACH ROW WHEN (OLD.size IS DISTINCT FROM NEW.size OR OLD.job_id IS DISTINCT FROM NEW.job_id) EXECUTE FUNCTION note_result();--> statement-breakpoint
CREATE FUNCTION note_corrected_results() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO total_changes (object, id)
    SELECT 'result', result_id FROM changed
    UNION SELECT 'owner', owner_id FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "corrected_results_insert_totals" AFTER INSERT ON "corrected_results" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_corrected_results();--> statement-breakpoint
CREATE TRIGGER "corrected_results_delete_totals" AFTER DELETE ON "corrected_results" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_corrected_results();--> statement-breakpoint
CREATE FUNCTION note_corrected_result() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO total_changes (object, id)
    SELECT 'result', OLD.result_id
    UNION SELECT 'result', NEW.result_id
    UNION SELECT 'owner', OLD.owner_id
    UNION SELECT 'owner', NEW.owner_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "corrected_results_update_totals" AFTER UPDATE ON "corrected_results" FOR EACH ROW WHEN (OLD.size IS DISTINCT FROM NEW.size OR OLD.result_id IS DISTINCT FROM NEW.result_id OR OLD.owner_id IS DISTINCT FROM NEW.owner_id) EXECUTE FUNCTION note_corrected_result();--> statement-breakpoint
CREATE TRIGGER "result_bundles_insert_totals" AFTER INSERT ON "result_bundles" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_jobs();--> statement-breakpoint
CREATE TRIGGER "result_bundles_delete_totals" AFTER DELETE ON "result_bundles" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_jobs();--> statement-breakpoint
CREATE TRIGGER "result_bundles_update_totals" AFTER UPDATE ON "result_bundles" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.size IS DISTINCT FROM NEW.size OR OLD.project_id IS DISTINCT FROM NEW.project_id OR OLD.owner_id IS DISTINCT FROM NEW.owner_id) EXECUTE FUNCTION note_moved_job();--> statement-breakpoint
CREATE FUNCTION note_deleted_projects() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO total_changes (object, id)
    SELECT DISTINCT 'project', id FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "projects_delete_totals" AFTER DELETE ON "projects" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_projects();--> statement-breakpoint
CREATE FUNCTION note_deleted_users() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO total_changes (object, id)
    SELECT DISTINCT 'owner', id FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_delete_totals" AFTER DELETE ON "users" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_users();
