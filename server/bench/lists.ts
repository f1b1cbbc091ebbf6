import { setTimeout } from 'node:timers/promises'
import type { MediaOutline } from '@lamella/shared/contract'
import pg from 'pg'
import { readConfig } from '../src/platform/config.ts'
import { withAnyDatabase } from '../src/platform/db/use-database.ts'
import type { UploadClient } from '../test/upload-client.ts'
import { type BenchResult, round } from './bench-result.ts'
import { fillOrganisation } from './fill-organisation.ts'
import { addModel } from './pictures.ts'
import { timesOf, timesOfRequests } from './request-times.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'

const extent = { projects: 5_000, images: 100_000, members: 1_000 }
/** Milliseconds. */
const limit = 100
const turns = 20
/** Images per request, as Data Storage asks. */
const size = 100

type PathOf = (turn: number) => string

/** What a page asks for, by name. */
interface Asked {
  name: string
  path: string | PathOf
  /** A statement that somebody else has made before each turn. */
  change?: string
  peer?: { name: string; query: PathOf }
}

/** The same rows by number: the database reads and sorts all that come before. */
const byOffset = (order: string, descending = ''): Asked['peer'] => ({
  name: 'OFFSET, database alone',
  query: (turn) =>
    `SELECT i.id, i.name, m.size, m.status, p.name FROM images i JOIN media m ON m.id = i.medium_id JOIN projects p ON p.id = i.project_id
     JOIN users u ON u.id = m.owner_id WHERE i.trashed IS NULL AND m.status = 'available'
     ORDER BY ${order}${descending}, i.id LIMIT ${size} OFFSET ${((turn * 397) % 900) * size}`,
})

const columns: Record<string, string> = {
  newest: 'i.created',
  name: 'lower(i.name)',
  largest: 'm.size',
  project: 'lower(p.name)',
  owner: "lower(u.first_name || ' ' || u.last_name)",
}

/** Pages of the list of Data Storage anywhere in an order. */
const imagePages = async (client: UploadClient, sort: string): Promise<Asked> => {
  const list = `/api/v2/media?page[size]=${size}&filter[scope]=available&sort=${sort}`
  const outline = `/api/v2/media/outline?page[size]=${size}&filter[scope]=available&sort=${sort}`
  const { starts } = await client.json<MediaOutline>(outline)
  const path: PathOf = (turn) => {
    const start = starts[(turn * 397) % starts.length]
    return start ? `${list}&page[after]=${encodeURIComponent(start)}` : list
  }
  const peer = byOffset(columns[sort] ?? 'i.id', sort === 'newest' || sort === 'largest' ? ' DESC' : '')
  return { name: `${size} images anywhere by ${sort}`, path, ...(peer && { peer }) }
}

const measure = async (
  client: UploadClient,
  database: pg.Client,
  role: string,
  { name, path, change, peer }: Asked,
): Promise<BenchResult> => {
  const ours = await timesOfRequests(client, turns, typeof path === 'string' ? () => path : path, async () => {
    if (change) await database.query(change)
  })
  const theirs = peer && (await timesOf(turns, async (turn) => void (await database.query(peer.query(turn)))))
  const ratio = theirs && `${round(theirs.median / ours.median, 1)} × as fast as ${peer.name} by the medians`
  return {
    name: `${name}, ${role}, p95`,
    unit: 'ms',
    ours: round(ours.p95, 1),
    peers: peer && theirs ? [{ name: peer.name, value: round(theirs.p95, 1) }] : [],
    floor: `≤ ${limit} ms`,
    met: ours.p95 <= limit,
    notes: [`median ${round(ours.median, 1)} ms, fastest ${round(ours.fastest, 1)} ms`, ...(ratio ? [ratio] : [])],
  }
}

/** Also the totals of its owner, who has most of all users. */
const changeLargest = (project: string) =>
  `UPDATE media SET picture_bytes = picture_bytes + 1 WHERE id = (SELECT medium_id FROM images WHERE project_id = '${project}' ORDER BY id LIMIT 1)`

/** The server keeps the totals of what was added within a minute. */
const untilKept = async (database: pg.Client): Promise<void> => {
  for (;;) {
    const { rowCount } = await database.query('SELECT 1 FROM total_changes LIMIT 1')
    if (rowCount === 0) return
    await setTimeout(1000)
  }
}

const largestProject = `SELECT project_id AS id FROM images GROUP BY project_id ORDER BY count(*) DESC LIMIT 1`

const measureAll = async (server: ServerUnderTest, database: pg.Client): Promise<BenchResult[]> => {
  const { rows } = await database.query<{ id: string }>(largestProject)
  const project = rows[0]?.id ?? ''
  const everybody: Asked[] = [
    ...['-modified', 'name', '-images', 'owner'].map((sort) => ({
      name: `250 projects by ${sort}`,
      path: `/api/v2/projects?sort=${sort}`,
    })),
    { name: 'projects found by a text', path: (turn) => `/api/v2/projects?sort=-modified&filter[text]=cohort ${turn}` },
    { name: 'extent of the projects', path: '/api/v2/projects/outline?sort=-modified' },
    { name: 'storage by project', path: '/api/v1/statistics/storage/projects?filter[largest]=250' },
    { name: 'extent of the images', path: `/api/v2/media/outline?page[size]=${size}&filter[scope]=available` },
    ...['name', 'project', 'owner', 'largest'].map((sort) => ({
      name: `extent of the images by ${sort}`,
      path: `/api/v2/media/outline?page[size]=${size}&filter[scope]=available&sort=${sort}`,
    })),
    { name: 'images found by a word', path: (turn) => `/api/v2/media?page[size]=${size}&filter[name]=well${turn}77` },
  ]
  const admin: Asked[] = [
    { name: 'a project of 20,000 images', path: `/api/v1/projects/${project}` },
    { name: 'history of a project', path: `/api/v1/projects/${project}/history` },
    { name: '250 jobs of a project', path: `/api/v2/projects/${project}/jobs` },
    { name: '250 jobs of a project by image', path: `/api/v2/projects/${project}/jobs?sort=image` },
    { name: 'jobs of a project found by a text', path: `/api/v2/projects/${project}/jobs?filter[text]=well77` },
    { name: 'extent of the jobs of a project', path: `/api/v2/projects/${project}/jobs/outline` },
    { name: '250 images of a project', path: `/api/v2/projects/${project}/images` },
    { name: '250 users', path: '/api/v1/users' },
    { name: '250 members with their use', path: '/api/v1/organisation/members' },
    { name: '250 members by name', path: '/api/v1/organisation/members?sort=name' },
    { name: '250 members by storage', path: '/api/v1/organisation/members?sort=-storage' },
    { name: 'extent of the members', path: '/api/v1/organisation/members/outline?sort=name' },
    { name: '250 invitations', path: '/api/v1/invitations' },
    { name: '250 invitations by email', path: '/api/v1/invitations?sort=email' },
    { name: 'use of the limits', path: '/api/v1/statistics/usage' },
    { name: 'storage of the organisation', path: '/api/v1/statistics/storage' },
    { name: 'storage by user', path: '/api/v1/statistics/storage/users' },
    { name: 'projects by user', path: '/api/v1/statistics/projects' },
    { name: '250 entries of the audit log', path: '/api/v1/audit' },
    { name: 'audit log, one action', path: '/api/v1/audit?filter[action]=user.created' },
  ]
  /** While somebody changes the largest project, which is counted meanwhile. */
  const changed: Asked[] = [
    ['storage by project', '/api/v1/statistics/storage/projects?filter[largest]=250'],
    ['storage of the organisation', '/api/v1/statistics/storage'],
    ['extent of the images', `/api/v2/media/outline?page[size]=${size}&filter[scope]=available`],
    ['250 projects by -images', '/api/v2/projects?sort=-images'],
  ].map(([name = '', path = '']) => ({
    name: `${name} while the largest changes`,
    path,
    change: changeLargest(project),
  }))
  const results: BenchResult[] = []
  for (const role of ['admin', 'member', 'guest'] as const) {
    const client = role === 'admin' ? server.client : await server.clientOf(role)
    const sorts = role === 'admin' ? Object.keys(columns) : ['newest', 'project']
    const pages: Asked[] = []
    for (const sort of sorts) pages.push(await imagePages(client, sort))
    for (const asked of [...everybody, ...pages, ...(role === 'admin' ? [...admin, ...changed] : [])]) {
      results.push(await measure(client, database, role, asked))
    }
    await untilKept(database)
  }
  return results
}

/** Lists, filters, orders and statistics of an organisation of 1,000 members with 5,000 projects and 100,000 images. */
export const run = async (): Promise<BenchResult[]> => {
  const server = await startServerUnderTest()
  try {
    await addModel(server)
    const config = readConfig({ LAMELLA_DATA: server.dataDir })
    return await withAnyDatabase(config, async (databaseUrl) => {
      await fillOrganisation({ dataDir: server.dataDir, databaseUrl }, server.project, extent, false)
      const database = new pg.Client(databaseUrl)
      await database.connect()
      try {
        await untilKept(database)
        return await measureAll(server, database)
      } finally {
        await database.end()
      }
    })
  } finally {
    await server.stop()
  }
}
