import { breaksOldRelease, readMigrations } from './old-release-rules.ts'

/**
 * Statements that take something from older servers, and the release whose servers were the first not to use it any more. The one that
 * migrates has to come after that release.
 */
const unusedSince: Record<string, Record<string, string>> = {}

const filledIn = 'a trigger fills it in for every server, tested in media-of-images.test.ts'
const noAssignments = 'they have no annotations, and never write an assignment'
/** Statements that the rules name and that take nothing from older servers, and why. */
const harmless: Record<string, Record<string, string>> = {
  '0025_media_of_images': {
    'refuses rows that they write: ALTER TABLE "media" ADD CONSTRAINT "media_owner_size" UNIQUE("id","owner_id","size")':
      'the id alone is unique',
    'demands a value that they do not write: ALTER TABLE "images" ALTER COLUMN "owner_id" SET NOT NULL': filledIn,
    'demands a value that they do not write: ALTER TABLE "images" ALTER COLUMN "size" SET NOT NULL': filledIn,
    'refuses rows that they write: ALTER TABLE "images" ADD CONSTRAINT "images_are_of_media" FOREIGN KEY ("medium_id","owner_id","size") REFERENCES "public"."media"("id","owner_id","size") ON DELETE cascade ON UPDATE cascade':
      filledIn,
  },
  '0026_submissions': {
    'refuses rows that they write: CREATE UNIQUE INDEX "analysis_jobs_submission" ON "analysis_jobs" USING btree ("owner_id","submission") WHERE submission is not null':
      'they write no submission, and rows without one are not in it',
  },
  '0030_annotations': {
    'removes or changes rows: DELETE FROM "label_assignments"': noAssignments,
    'refuses rows that they write: ALTER TABLE "label_assignments" ADD CONSTRAINT "label_assignments_annotation_id_annotations_id_fk" FOREIGN KEY ("annotation_id") REFERENCES "public"."annotations"("id") ON DELETE cascade ON UPDATE no action':
      noAssignments,
  },
}

describe('Migrations leave the servers of the release before able to go on', () => {
  it.each(readMigrations())('%s', (name, sql) => {
    const allowed = { ...unusedSince[name], ...harmless[name] }
    expect(breaksOldRelease(sql).filter((line) => allowed[line] === undefined)).toEqual([])
  })

  it.each([
    'DROP TABLE "projects"',
    'ALTER TABLE "projects" DROP COLUMN "name"',
    'ALTER TABLE "projects" RENAME COLUMN "name" TO "title"',
    'ALTER TABLE "projects" RENAME TO "folders"',
    'ALTER TABLE "media" ALTER COLUMN "size" SET DATA TYPE text',
    'ALTER TABLE "media" ALTER COLUMN "size" TYPE text',
    'ALTER TABLE "media" ALTER COLUMN "size" SET NOT NULL',
    'ALTER TABLE "media" ADD COLUMN "kind" text NOT NULL',
    'ALTER TABLE "media" ALTER COLUMN "status" DROP DEFAULT',
    'ALTER TABLE "media" ADD CONSTRAINT "large" CHECK (size > 0)',
    'CREATE UNIQUE INDEX "names" ON "projects" USING btree ("name")',
    'CREATE TABLE "a" ("b" text);--> statement-breakpoint\nUPDATE "projects" SET "name" = NULL',
    '-- Names of before.\nUPDATE "projects" SET "name" = NULL',
    'ALTER TABLE "media" ADD COLUMN "kind" text;UPDATE "projects" SET "kind" = NULL',
    'ALTER TABLE "media" ADD COLUMN "kind" text;UPDATE "media" SET "kind" = NULL, "size" = 0',
  ])('refuse %s', (statement) => {
    expect(breaksOldRelease(statement)).toHaveLength(1)
  })

  it.each([
    'ALTER TABLE "media" ADD COLUMN "kind" text',
    'ALTER TABLE "media" ADD COLUMN "kind" text DEFAULT \'a\' NOT NULL',
    'CREATE TABLE "a" ("b" text NOT NULL);--> statement-breakpoint\nALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE("b");',
    'ALTER TABLE "media" ADD COLUMN "kind" text;--> statement-breakpoint\n-- Of before.\nUPDATE "media" SET "kind" = "status"',
    'DROP INDEX "images_project";CREATE INDEX "images_project" ON "images" USING btree ("project_id","id");',
  ])('allow %s', (statement) => {
    expect(breaksOldRelease(statement)).toEqual([])
  })
})
