/**
 * Fills a project of a running server with images for measurements: `LAMELLA_DATA=<folder> node server/bench/fill-library.ts <project> [count]`.
 * They are copies of an available image of the project: rows of their own, and links to its pictures.
 */
import pg from 'pg'
import { readConfig } from '../src/platform/config.ts'
import { withAnyDatabase } from '../src/platform/db/use-database.ts'
import { linkPictures } from './link-pictures.ts'

const insert = `
WITH model AS (
  SELECT m.* FROM media m JOIN images i ON i.medium_id = m.id
  WHERE i.project_id = $1 AND m.status = 'available' ORDER BY m.size LIMIT 1
), copies AS (
  INSERT INTO media (id, organisation_id, owner_id, file_type, original_filename, size, status, sha256, description, picture_bytes, created, modified)
  SELECT gen_random_uuid(), organisation_id, owner_id, file_type, original_filename, 1000 + (n::bigint * 7919) % 1000003, status, sha256,
    description, picture_bytes, created, modified
  FROM model, generate_series(1, $2::int) n
  RETURNING id
), numbered AS (SELECT id, row_number() OVER () AS n FROM copies), added AS (
  INSERT INTO images (id, project_id, medium_id, name, created, modified)
  SELECT gen_random_uuid(), $1, id, 'plate' || n % 96 || '_well' || n || '.tif', now() - n * interval '1 minute', now() FROM numbered
  RETURNING id, medium_id
), tagged AS (
  INSERT INTO image_tags SELECT id, 'tag ' || row_number() OVER () % 50 FROM added
)
SELECT medium_id AS copy, (SELECT id FROM model) AS model FROM added`

/** @returns number of images that were added */
export const fillLibrary = async (
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  projectId: string,
  count: number,
): Promise<number> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ copy: string; model: string }>(insert, [projectId, count])
    await client.query('VACUUM (ANALYZE) images, media, image_tags')
    await linkPictures(dataDir, rows)
    return rows.length
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const [projectId = '', count = '100000'] = process.argv.slice(2)
  const config = readConfig(process.env)
  const added = await withAnyDatabase(config, (databaseUrl) =>
    fillLibrary({ dataDir: config.dataDir, databaseUrl }, projectId, Number(count)),
  )
  console.log(`${added} images were added.`)
}
