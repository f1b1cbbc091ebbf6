/**
 * Fills the organisation of a project of a running server with members, projects, images, jobs and what the audit log says of them:
 * `LAMELLA_DATA=<folder> node server/bench/fill-organisation.ts <project> [projects] [images] [members]`.
 * Rows are written as use would write them, so that every count, limit and statistic agrees. Images are copies of an available image of
 * the project, and share its pictures; results have no objects. Members have no password.
 */
import pg from 'pg'
import { readConfig } from '../src/platform/config.ts'
import { withAnyDatabase } from '../src/platform/db/use-database.ts'
import { linkPictures } from './link-pictures.ts'

/** How many of each are added. */
export interface Extent {
  projects: number
  images: number
  members: number
}

/** Ids sort by time as those of the server do. @param at - an SQL expression */
const idAt = (at: string) => `uuidv7(${at} - now())`
/** A moment of the last two years, ascending with `n` of `count`. */
const momentOf = (n: string, count: string) =>
  `now() - interval '1 day' - (1 - ${n}::float8 / ${count}) * interval '700 days'`

const settings = `
CREATE TEMP TABLE model AS
  SELECT m.*, i.project_id, p.owner_id AS admin_id FROM media m JOIN images i ON i.medium_id = m.id JOIN projects p ON p.id = i.project_id
  WHERE i.project_id = $1 AND m.status = 'available' ORDER BY m.size LIMIT 1`

const addMembers = `
CREATE TEMP TABLE people AS
  SELECT ${idAt('created')} AS id, n, created FROM (SELECT n, ${momentOf('n', '$1')} - interval '30 days' AS created FROM generate_series(1, $1::int) n);
`
const storeMembers = `
INSERT INTO users (id, organisation_id, email, first_name, last_name, password_hash, is_guest, active, agreement_terms, agreement_privacy, created, last_active)
  SELECT people.id, organisation_id, 'person' || n || '@lamella.test',
    (ARRAY['Ada','Ben','Cem','Dana','Edo','Fatima','Grit','Hugo','Iris','Jun'])[1 + n % 10],
    (ARRAY['Adler','Brandt','Costa','Dvorak','Engel','Fischer','Garcia','Holm','Ito','Jansen','Klein','Lund'])[1 + n % 12] || ' ' || n,
    '-', n % 20 = 0, n % 50 <> 49, true, true, people.created, now() - n * interval '10 minutes'
  FROM people, model;
`
/** Members own them; every tenth belongs to the first two users of the organisation, one of whom is its admin. */
const addProjects = `
CREATE TEMP TABLE places AS
  SELECT ${idAt('created')} AS id, n, created, owner_id FROM (
    SELECT n, ${momentOf('n', '$1')} AS created, CASE n % 20 WHEN 0 THEN first.id WHEN 10 THEN second.id ELSE people.id END AS owner_id
    FROM generate_series(1, $1::int) n
    JOIN (SELECT id, row_number() OVER (ORDER BY n) AS place, count(*) OVER () AS all FROM people WHERE n % 20 <> 0) people
      ON people.place = 1 + (n * 37) % people.all,
    (SELECT u.id FROM users u, model WHERE u.organisation_id = model.organisation_id AND u.is_admin ORDER BY u.id LIMIT 1) first,
    (SELECT u.id FROM users u, model WHERE u.organisation_id = model.organisation_id AND NOT u.is_admin AND NOT u.is_guest AND u.password_hash <> '-' ORDER BY u.id LIMIT 1) second
  );
`
const storeProjects = `
INSERT INTO projects (id, organisation_id, owner_id, name, description, created, modified)
  SELECT places.id, organisation_id, places.owner_id,
    (ARRAY['Prostate cohort','Myocardium','Liver fibrosis','Breast Ki-67','Colon screening','Kidney biopsies','Organoids'])[1 + n % 7] || ' ' || n,
    CASE WHEN n % 3 = 0 THEN '' ELSE 'Series ' || n % 97 || ' of the study ' || n % 13 END, places.created, places.created
  FROM places, model;
`
/** Up to four people per project, the other user of the demo in all, its guest in some. */
const storeContributors = `
INSERT INTO contributors (project_id, user_id, role, added)
  SELECT places.id, people.id, CASE WHEN people.n % 20 = 0 THEN 'viewer' ELSE (ARRAY['editor','annotator','viewer'])[1 + k % 3] END, places.created
  FROM places, generate_series(1, 4) k JOIN people ON true
  WHERE people.n = 1 + (places.n * 13 + k * 101) % (SELECT count(*) FROM people) AND k <= places.n % 5 AND people.id <> places.owner_id
UNION
  SELECT places.id, u.id, CASE WHEN u.is_guest THEN 'viewer' ELSE 'editor' END, places.created
  FROM places, model, users u
  WHERE u.organisation_id = model.organisation_id AND u.password_hash <> '-' AND NOT u.is_admin AND u.id <> places.owner_id
    AND (NOT u.is_guest OR places.n % 10 = 3)
ON CONFLICT DO NOTHING;
`
/** A fifth lies in one project, the rest in ever fewer per project. */
const addImages = `
CREATE TEMP TABLE pictures AS
  SELECT ${idAt('added.created')} AS id, ${idAt('added.created')} AS medium_id, added.n, added.created, places.id AS project_id, places.owner_id,
    CASE WHEN added.n % 100 = 50 THEN 'processingFailed' WHEN added.n % 400 = 75 THEN 'uploadFailed' ELSE 'available' END AS status
  FROM (
    SELECT n, ${momentOf('n', '$1')} AS created,
      CASE WHEN n % 5 = 0 THEN 1 ELSE 1 + floor($2 * power((n * 7919 % 100003) / 100003.0, 2))::int END AS place
    FROM generate_series(1, $1::int) n
  ) added JOIN places ON places.n = place;
`
const storeMedia = `
INSERT INTO media (id, organisation_id, owner_id, file_type, original_filename, size, status, status_errors, sha256, description, picture_bytes, created, modified)
  SELECT pictures.medium_id, organisation_id, pictures.owner_id, file_type, 'plate' || n % 96 || '_well' || n || '.tif',
    1000 + (n::bigint * 7919) % 1000003, pictures.status,
    CASE pictures.status WHEN 'processingFailed' THEN '["The file is damaged."]'::jsonb ELSE '[]'::jsonb END,
    CASE pictures.status WHEN 'uploadFailed' THEN NULL ELSE sha256 END,
    CASE pictures.status WHEN 'available' THEN description END, CASE pictures.status WHEN 'available' THEN picture_bytes END,
    pictures.created, pictures.created
  FROM pictures, model;
`
const storeImages = `
INSERT INTO images (id, project_id, medium_id, name, created, modified)
  SELECT id, project_id, medium_id, 'plate' || n % 96 || '_well' || n || '.tif', created, created FROM pictures;
`
const storeUploads = `
INSERT INTO uploads (id, medium_id, user_id, session_id, size, status, created, modified)
  SELECT ${idAt('created')}, medium_id, owner_id, 'filled', 1000 + (n::bigint * 7919) % 1000003,
    CASE status WHEN 'uploadFailed' THEN 'failed' ELSE 'complete' END, created, created FROM pictures;
`
const storeTags = `INSERT INTO image_tags SELECT id, 'tag ' || n % 50 FROM pictures WHERE n % 2 = 0;`
const addJobs = `
CREATE TEMP TABLE runs AS
  SELECT ${idAt('finished')} AS id, pictures.id AS image_id, project_id, owner_id, n, finished,
    CASE WHEN n % 30 = 7 THEN 'failed' WHEN n % 40 = 9 THEN 'cancelled' ELSE 'successful' END AS status
  FROM (SELECT *, created + interval '2 hours' AS finished FROM pictures WHERE status = 'available' AND n % 2 = 0) pictures;
`
const storeJobs = `
INSERT INTO analysis_jobs (id, project_id, image_id, owner_id, app_name, app_version, params, status, progress, created, started, finished)
  SELECT id, project_id, image_id, owner_id, 'dab-scoring', '2.0.0', '{}', status, CASE status WHEN 'successful' THEN 1 ELSE 0.4 END,
    finished - interval '10 minutes', finished - interval '9 minutes', finished FROM runs;
`
const storeResults = `
INSERT INTO job_results (id, job_id, figures, classes, columns, object_count, provenance, size, created)
  SELECT ${idAt('finished')}, id, '[]', '[]', '[]', 0, '{}', 5000 + n % 977, finished FROM runs WHERE status = 'successful';
`
const storeAudit = `
INSERT INTO audit_log (id, at, organisation_id, user_id, action, object_type, object_id, project_id, detail)
  SELECT ${idAt('at')}, at, organisation_id, user_id, action, object_type, object_id, entries.project_id, detail FROM model, (
    SELECT created AS at, id AS user_id, 'user.created' AS action, 'user' AS object_type, id::text AS object_id, NULL::uuid AS project_id, '{}'::jsonb AS detail FROM people
    UNION ALL SELECT created, owner_id, 'project.created', 'project', id::text, id, jsonb_build_object('name', 'Project ' || n) FROM places
    UNION ALL SELECT created, owner_id, 'image.created', 'image', id::text, project_id, jsonb_build_object('name', 'plate' || n % 96 || '_well' || n || '.tif') FROM pictures
    UNION ALL SELECT finished - interval '10 minutes', owner_id, 'job.submitted', 'job', id::text, project_id,
      jsonb_build_object('name', 'DAB scoring', 'imageName', 'plate' || n % 96 || '_well' || n || '.tif', 'image', image_id) FROM runs
  ) entries ORDER BY at;
`
const storeInvitations = `
INSERT INTO invitations (id, organisation_id, email, role, invited_by, token_hash, created, expires)
  SELECT ${idAt('invited.created')}, organisation_id, 'invited' || n || '@lamella.test', 'USER', admin_id, sha256(n::text::bytea), invited.created, invited.created + interval '7 days'
  FROM model, (SELECT n, now() - n * interval '5 minutes' AS created FROM generate_series(1, $1::int / 5) n) invited;
`

/** @returns medium ids of the added images, each with that of the model */
const store = async (client: pg.Client, projectId: string, { projects, images, members }: Extent) => {
  await client.query(settings, [projectId])
  await client.query(addMembers, [members])
  await client.query(storeMembers)
  await client.query(addProjects, [projects])
  await client.query(storeProjects)
  await client.query(storeContributors)
  await client.query(addImages, [images, projects])
  for (const statement of [
    storeMedia,
    storeImages,
    storeUploads,
    storeTags,
    addJobs,
    storeJobs,
    storeResults,
    storeAudit,
  ]) {
    await client.query(statement)
  }
  await client.query(storeInvitations, [members])
  const copies = `SELECT medium_id AS copy, model.id AS model FROM pictures, model WHERE pictures.status = 'available'`
  return (await client.query<{ copy: string; model: string }>(copies)).rows
}

/**
 * Adds to the organisation of a project with an available image.
 * @param withPictures - links to the pictures of the image, so that thumbnails are shown
 */
export const fillOrganisation = async (
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  projectId: string,
  extent: Extent,
  withPictures: boolean,
): Promise<void> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query('BEGIN')
    const copies = await store(client, projectId, extent)
    await client.query('COMMIT')
    await client.query('VACUUM (ANALYZE)')
    if (withPictures) await linkPictures(dataDir, copies)
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const [projectId = '', projects = '5000', images = '100000', members = '1000'] = process.argv.slice(2)
  const { dataDir, ...config } = readConfig(process.env)
  const extent = { projects: Number(projects), images: Number(images), members: Number(members) }
  await withAnyDatabase({ dataDir, ...config }, (databaseUrl) =>
    fillOrganisation({ dataDir, databaseUrl }, projectId, extent, true),
  )
  console.log(`${projects} projects, ${images} images and ${members} members were added.`)
}
