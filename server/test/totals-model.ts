import fc from 'fast-check'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'

/** Rows that the acts change, with ids that are known before: any of them may not exist (any more). */
export interface World {
  organisations: string[]
  users: string[]
  projects: string[]
  media: string[]
  images: string[]
  jobs: string[]
  results: string[]
  corrections: string[]
  bundles: string[]
}

const ids = (count: number) => Array.from({ length: count }, () => uuidv7())

/** Of each kind so few that acts meet. Users and projects alternate between two organisations. */
export const newWorld = (): World => ({
  organisations: ids(2),
  users: ids(4),
  projects: ids(4),
  media: ids(5),
  images: ids(7),
  jobs: ids(5),
  results: ids(5),
  corrections: ids(3),
  bundles: ids(3),
})

const statuses = [
  'uploadPending',
  'uploading',
  'uploadFinished',
  'processing',
  'available',
  'processingFailed',
  'uploadFailed',
  'uploadCancelled',
]
const index = (count: number) => fc.nat({ max: count - 1 })
const bytes = fc.integer({ min: 1, max: 1000 })
const one = (list: readonly string[], at: number): string => `'${list[at % list.length]}'`
/** Things of an organisation are with its own users and projects. */
const side = (at: number, organisation: number) => (at - (at % 2) + organisation) % 4

const insertUser = (w: World, at: number) =>
  `insert into users (id, organisation_id, email, first_name, last_name, password_hash, agreement_terms, agreement_privacy)
   values (${one(w.users, at)}, ${one(w.organisations, at % 2)}, ${one(w.users, at)}, 'A', 'B', '-', true, true) on conflict do nothing`
const insertProject = (w: World, at: number, owner: number) =>
  `insert into projects (id, organisation_id, owner_id, name)
   values (${one(w.projects, at)}, ${one(w.organisations, at % 2)}, ${one(w.users, side(owner, at % 2))}, 'P') on conflict do nothing`

/** What exists at first. */
export const founding = (w: World): string =>
  [
    ...w.organisations.map((id) => `insert into organisations (id, name) values ('${id}', 'O')`),
    ...w.users.map((_, at) => insertUser(w, at)),
    ...w.projects.map((_, at) => insertProject(w, at, at)),
    ...w.projects.map(
      (project, at) => `insert into media (id, organisation_id, owner_id, file_type, original_filename, size, status)
        values (${one(w.media, at)}, ${one(w.organisations, at % 2)}, ${one(w.users, at)}, 'TwoDimensions', 'a', ${100 + at}, 'available');
        insert into images (id, project_id, medium_id, name) values (${one(w.images, at)}, '${project}', ${one(w.media, at)}, 'a');
        insert into analysis_jobs (id, project_id, image_id, owner_id, app_name, app_version, params)
        values (${one(w.jobs, at)}, '${project}', ${one(w.images, at)}, ${one(w.users, at + 2)}, 'a', '1', '{}')`,
    ),
    // These have still to be made.
    ...[0, 1].map(
      (at) => `insert into result_bundles (id, project_id, owner_id, app_name, app_versions, format)
        values (${one(w.bundles, at)}, ${one(w.projects, at)}, ${one(w.users, at + 2)}, 'a', '[]', 'csv')`,
    ),
    // The other jobs have still to finish.
    ...[0, 1].map(
      (at) => `insert into job_results (id, job_id, figures, classes, columns, object_count, provenance, size)
        values (${one(w.results, at)}, ${one(w.jobs, at)}, '[]', '[]', '[]', 0, '{}', ${10 + at})`,
    ),
  ].join(';')

type Write = (w: World) => string

/** As the server does them: rows that belong together in one transaction, which here may also end between them. */
const writes: Record<string, fc.Arbitrary<Write>> = {
  upload: fc.tuple(index(5), index(4), index(4), bytes, index(8)).map(
    ([medium, project, owner, size, status]) =>
      (w) =>
        `insert into media (id, organisation_id, owner_id, file_type, original_filename, size, status)
       values (${one(w.media, medium)}, ${one(w.organisations, project % 2)}, ${one(w.users, side(owner, project % 2))}, 'TwoDimensions', 'a', ${size}, ${one(statuses, status)})
       on conflict do nothing;
       insert into images (id, project_id, medium_id, name)
       select ${one(w.images, medium)}, ${one(w.projects, project)}, id, 'a' from media where id = ${one(w.media, medium)} and organisation_id = ${one(w.organisations, project % 2)}
       on conflict do nothing`,
  ),
  'add an image of a medium that exists': fc.tuple(index(5), index(7), index(4)).map(
    ([medium, image, project]) =>
      (w) =>
        `insert into images (id, project_id, medium_id, name)
       select ${one(w.images, image)}, ${one(w.projects, project)}, id, 'a' from media where id = ${one(w.media, medium)} and organisation_id = ${one(w.organisations, project % 2)}
       on conflict do nothing`,
  ),
  process: fc.tuple(index(5), index(8)).map(
    ([medium, status]) =>
      (w) =>
        `update media set status = ${one(statuses, status)} where id = ${one(w.media, medium)}`,
  ),
  'measure pictures': fc.tuple(index(5), bytes).map(
    ([medium, size]) =>
      (w) =>
        `update media set picture_bytes = ${size} where id = ${one(w.media, medium)}`,
  ),
  move: fc.tuple(index(7), index(4)).map(([image, project]) => (w) => {
    const which = `(select i.id from images i join projects p on p.id = i.project_id where i.id = ${one(w.images, image)} and p.organisation_id = ${one(w.organisations, project % 2)})`
    return `update analysis_jobs set project_id = ${one(w.projects, project)} where image_id in ${which};
        update images set project_id = ${one(w.projects, project)} where id in ${which}`
  }),
  'trash or restore': fc.tuple(index(4), fc.constantFrom('now()', 'null')).map(
    ([project, moment]) =>
      (w) =>
        `update images set trashed = ${moment} where project_id = ${one(w.projects, project)}`,
  ),
  'trash or restore one': fc.tuple(index(7), fc.constantFrom('now()', 'null')).map(
    ([image, moment]) =>
      (w) =>
        `update images set trashed = ${moment} where id = ${one(w.images, image)}`,
  ),
  rename: index(7).map((image) => (w) => `update images set name = 'b' where id = ${one(w.images, image)}`),
  'delete an image for good': index(7).map((image) => (w) => `delete from images where id = ${one(w.images, image)}`),
  'delete a medium': index(5).map((medium) => (w) => `delete from media where id = ${one(w.media, medium)}`),
  analyse: fc.tuple(index(5), index(7), index(4)).map(
    ([job, image, owner]) =>
      (w) =>
        `insert into analysis_jobs (id, project_id, image_id, owner_id, app_name, app_version, params)
       select ${one(w.jobs, job)}, i.project_id, i.id, u.id, 'a', '1', '{}' from images i join projects p on p.id = i.project_id
         join users u on u.organisation_id = p.organisation_id
       where i.id = ${one(w.images, image)} and u.id in (${one(w.users, owner)}, ${one(w.users, owner + 1)}) on conflict do nothing`,
  ),
  finish: fc.tuple(index(5), bytes).map(
    ([job, size]) =>
      (w) =>
        `update analysis_jobs set status = 'successful' where id = ${one(w.jobs, job)};
       insert into job_results (id, job_id, figures, classes, columns, object_count, provenance, size)
       select ${one(w.results, job)}, id, '[]', '[]', '[]', 0, '{}', ${size} from analysis_jobs where id = ${one(w.jobs, job)} on conflict do nothing`,
  ),
  correct: fc.tuple(index(3), index(5), index(4), bytes).map(
    ([correction, result, owner, size]) =>
      (w) =>
        `insert into corrected_results (id, result_id, owner_id, owner_name, cuts, left_out, figures, classes, content, size)
       select ${one(w.corrections, correction)}, r.id, u.id, '', '[]', '[]', '[]', '[]', ${one(w.corrections, correction)}, ${size}
       from job_results r join analysis_jobs j on j.id = r.job_id join projects p on p.id = j.project_id join users u on u.organisation_id = p.organisation_id
       where r.id = ${one(w.results, result)} and u.id in (${one(w.users, owner)}, ${one(w.users, owner + 1)}) on conflict do nothing`,
  ),
  'order a bundle': fc.tuple(index(3), index(4), index(4)).map(
    ([bundle, project, owner]) =>
      (w) =>
        `insert into result_bundles (id, project_id, owner_id, app_name, app_versions, format)
       select ${one(w.bundles, bundle)}, id, ${one(w.users, side(owner, project % 2))}, 'a', '[]', 'csv' from projects where id = ${one(w.projects, project)} on conflict do nothing`,
  ),
  'make a bundle': fc.tuple(index(3), fc.option(bytes)).map(
    ([bundle, size]) =>
      (w) =>
        `update result_bundles set status = 'successful', size = ${size ?? 'null'} where id = ${one(w.bundles, bundle)}`,
  ),
  'delete a bundle': index(3).map((bundle) => (w) => `delete from result_bundles where id = ${one(w.bundles, bundle)}`),
  'delete a job': index(5).map((job) => (w) => `delete from analysis_jobs where id = ${one(w.jobs, job)}`),
  'delete a project': index(4).map((project) => (w) => `delete from projects where id = ${one(w.projects, project)}`),
  'create a project': fc.tuple(index(4), index(4)).map(
    ([project, owner]) =>
      (w) =>
        insertProject(w, project, owner),
  ),
  'give a project to another owner': fc.tuple(index(4), index(4)).map(
    ([project, owner]) =>
      (w) =>
        `update projects set owner_id = ${one(w.users, side(owner, project % 2))} where id = ${one(w.projects, project)}`,
  ),
  'delete an organisation': index(2).map((at) => (w) => {
    const of = `organisation_id = ${one(w.organisations, at)}`
    return `delete from projects where ${of}; delete from media where ${of}; delete from users where ${of}; delete from organisations where id = ${one(w.organisations, at)}`
  }),
}

export type Step =
  | { kind: 'write'; transaction: number; name: string; write: Write; commits: boolean }
  | { kind: 'commit' | 'roll back'; transaction: number }
  | { kind: 'keep' | 'begin to keep' | 'go on keeping' }

const transactions = 3
/** All that `steps` are made of. */
export const kindsOfSteps = Object.keys(writes).length + 5
const rare = new Set(['delete an organisation', 'delete a project'])

/** Acts in three transactions that overlap, and keeping the totals between them and meanwhile. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    ...Object.entries(writes).map(([name, write]) => ({
      weight: rare.has(name) ? 1 : 4,
      arbitrary: fc
        .tuple(index(transactions), write, fc.boolean())
        .map(([transaction, made, commits]): Step => ({ kind: 'write', transaction, name, write: made, commits })),
    })),
    { weight: 20, arbitrary: index(transactions).map((transaction): Step => ({ kind: 'commit', transaction })) },
    { weight: 3, arbitrary: index(transactions).map((transaction): Step => ({ kind: 'roll back', transaction })) },
    { weight: 40, arbitrary: fc.constant<Step>({ kind: 'keep' }) },
    { weight: 8, arbitrary: fc.constantFrom<Step[]>({ kind: 'begin to keep' }, { kind: 'go on keeping' }) },
  ),
  { minLength: 20, maxLength: 80, size: 'max' },
)

/** Transactions of their own connections. What would wait for another one fails and is rolled back. */
export class Transactions {
  private readonly clients: readonly { client: pg.Client; isOpen: boolean }[]

  private constructor(clients: readonly { client: pg.Client; isOpen: boolean }[]) {
    this.clients = clients
  }

  static async open(url: string): Promise<Transactions> {
    const clients = Array.from({ length: transactions }, () => ({ client: new pg.Client(url), isOpen: false }))
    for (const { client } of clients) {
      await client.connect()
      await client.query(`set lock_timeout = '30ms'`)
    }
    return new Transactions(clients)
  }

  private at(transaction: number) {
    const own = this.clients[transaction]
    if (!own) throw new Error(`There is no transaction ${transaction}`)
    return own
  }

  /** @returns false: it was refused, for example because a row is gone, and its transaction is rolled back */
  async write(transaction: number, sql: string): Promise<boolean> {
    const own = this.at(transaction)
    if (!own.isOpen) await own.client.query('begin')
    own.isOpen = true
    try {
      await own.client.query(sql)
      return true
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !allowed.has(error.code ?? '')) throw error
      await this.end(transaction, 'rollback')
      return false
    }
  }

  async end(transaction: number, how: 'commit' | 'rollback'): Promise<void> {
    const own = this.at(transaction)
    if (own.isOpen) await own.client.query(how)
    own.isOpen = false
  }

  async commitAll(): Promise<void> {
    for (const transaction of this.clients.keys()) await this.end(transaction, 'commit')
  }

  async close(): Promise<void> {
    for (const { client } of this.clients) await client.end()
  }
}

/** Violated references and unique keys, locks that are not to be had, deadlocks. */
const allowed = new Set(['23503', '23505', '55P03', '40P01'])
