import { type JobSort, type JobStatus, listedRuns } from '@lamella/shared/contract'
import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  min,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  comesAfter,
  cursorAfter,
  extentOfList,
  inOrder,
  keyColumns,
  type ListOrder,
  sortOf,
} from '../../platform/db/keyset.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { analysisJobs, images, jobResults } from '../../platform/db/schema/index.ts'
import { isListedImage, type ListedJob } from './repository.ts'

/** A version of an application as the list shows it. */
export interface NamedVersion {
  name: string
  version: string
  /** Text of its cell. */
  title: string
}

/** Order and conditions of the jobs of a project; those that are given all hold. */
export interface JobQuestion {
  projectId: string
  sort: JobSort
  /** Occurs in a field as the list shows it, in any case. */
  text?: string | undefined
  /** Time zone in which times are shown, of the IANA. */
  timeZone?: string | undefined
  /** Only those that wait or run. */
  unfinished?: boolean
  /** Name of an application, in any version. */
  application?: string | undefined
  run?: string | undefined
  status?: JobStatus | undefined
  imageId?: string | undefined
  jobIds?: readonly string[] | undefined
  /** All versions that jobs can have, for the names of applications. */
  versions: readonly NamedVersion[]
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const isOf = ({ name, version }: NamedVersion): SQL =>
  sql`${analysisJobs.appName} = ${name} and ${analysisJobs.appVersion} = ${version}`

/** Place of the job's application among all by their titles. */
const rankIn = (versions: readonly NamedVersion[]): SQL => {
  const sorted = versions.toSorted((a, b) => collator.compare(a.title, b.title))
  const cases = sorted.map((version, rank) => sql`when ${isOf(version)} then ${sql.raw(String(rank))}`)
  return sql`(case ${sql.join(cases, sql` `)} else ${sql.raw(String(cases.length))} end)::bigint`
}

const orderOf = ({ sort, versions }: JobQuestion): ListOrder => {
  const { column, descending } = sortOf(sort)
  const orders: Record<typeof column, () => Omit<ListOrder, 'descending'>> = {
    // Of that length it fits into a cursor.
    image: () => ({ key: sql`(left(${images.nameKey}, 400) collate "C")` }),
    application: () => ({ key: rankIn(versions), isNumber: true }),
    // Ids sort by time: the cursor is the id alone, as older clients have it.
    created: () => ({ key: null }),
  }
  return { ...orders[column](), descending }
}

/** Literal, as the partial index of these jobs has it. */
const isUnfinished = sql`${analysisJobs.status} in ('pending', 'running')`

const hasText = ({ text = '', timeZone = 'UTC', versions }: JobQuestion): SQL | undefined => {
  const wanted = text.trim()
  if (wanted === '') return undefined
  const pattern = likePattern(wanted)
  const named = versions.filter(({ title }) => title.toLowerCase().includes(wanted.toLowerCase()))
  return or(
    ilike(images.name, pattern),
    ilike(analysisJobs.status, pattern),
    ...named.map((version) => sql`(${isOf(version)})`),
    /^[-\d: ]+$/.test(wanted)
      ? sql`to_char(${analysisJobs.created} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS') like ${pattern}`
      : undefined,
  )
}

const hasFields = ({ application, run, status, imageId, jobIds }: JobQuestion): (SQL | undefined)[] => [
  application === undefined ? undefined : eq(analysisJobs.appName, application),
  run === undefined ? undefined : eq(analysisJobs.run, run),
  status === undefined ? undefined : eq(analysisJobs.status, status),
  imageId === undefined ? undefined : eq(analysisJobs.imageId, imageId),
  jobIds === undefined ? undefined : inArray(analysisJobs.id, [...jobIds]),
]

const keyedBy = (db: Executor, question: JobQuestion, order: ListOrder) =>
  db
    .select(keyColumns(analysisJobs.id, order))
    .from(analysisJobs)
    .innerJoin(images, isListedImage)
    .where(
      and(
        eq(analysisJobs.projectId, question.projectId),
        question.unfinished ? isUnfinished : undefined,
        ...hasFields(question),
        hasText(question),
      ),
    )
    .as('keyed')

/** Jobs of a project with the cursors of the places after them. @throws ApiError ERR_0400 for a cursor that is not one of this order */
export const listJobsBy = (
  db: Executor,
  question: JobQuestion,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<(ListedJob & { cursor: string })[]> => {
  const order = orderOf(question)
  const all = keyedBy(db, question, order)
  // Its rows first: what is shown of a job is looked up for these alone, not for all that are sorted.
  const keyed = db
    .select({ id: all.id, key: all.key })
    .from(all)
    .where(comesAfter(all, after, order))
    .orderBy(...inOrder(all, order))
    .limit(limit)
    .as('page')
  return db
    .select({
      job: analysisJobs,
      imageName: images.name,
      resultId: jobResults.id,
      cursor: cursorAfter(keyed, order),
    })
    .from(keyed)
    .innerJoin(analysisJobs, eq(analysisJobs.id, keyed.id))
    .innerJoin(images, eq(images.id, analysisJobs.imageId))
    .leftJoin(jobResults, eq(jobResults.jobId, analysisJobs.id))
    .orderBy(...inOrder(keyed, order))
}

/** Extent of a list of jobs. @param size - jobs per page */
export const outlineOfJobs = (db: Executor, question: JobQuestion, size: number) => {
  const order = orderOf(question)
  return extentOfList(db, keyedBy(db, question, order), order, size)
}

/** Jobs of a project by status, without those of images in the trash. */
export const countJobsByStatus = async (db: Executor, projectId: string): Promise<Record<JobStatus, number>> => {
  const rows = await db
    .select({ status: analysisJobs.status, number: count() })
    .from(analysisJobs)
    .innerJoin(images, isListedImage)
    .where(eq(analysisJobs.projectId, projectId))
    .groupBy(analysisJobs.status)
  const none = { pending: 0, running: 0, successful: 0, failed: 0, cancelled: 0 }
  return Object.assign(none, Object.fromEntries(rows.map(({ status, number }) => [status, number])))
}

/** Applications of the jobs of a project, and the newest runs, without jobs of images in the trash. */
export const groupsOfJobs = async (db: Executor, projectId: string) => {
  const ofProject = eq(analysisJobs.projectId, projectId)
  const applications = await db
    .select({ name: analysisJobs.appName, count: count() })
    .from(analysisJobs)
    .innerJoin(images, isListedImage)
    .where(ofProject)
    .groupBy(analysisJobs.appName)
    .orderBy(asc(analysisJobs.appName))
  // Of its first job, as a client may have named two runs alike.
  const first = (column: AnyColumn) => sql<string>`(array_agg(${column} order by ${analysisJobs.id}))[1]`
  const runs = await db
    .select({
      id: sql<string>`${analysisJobs.run}`,
      appName: first(analysisJobs.appName),
      appVersion: first(analysisJobs.appVersion),
      created: min(analysisJobs.created),
      count: count(),
    })
    .from(analysisJobs)
    .innerJoin(images, isListedImage)
    .where(and(ofProject, isNotNull(analysisJobs.run)))
    .groupBy(analysisJobs.run)
    .orderBy(desc(min(analysisJobs.created)))
    .limit(listedRuns)
  return { applications, runs: runs.map(({ created, ...run }) => ({ ...run, created: created?.toISOString() ?? '' })) }
}

/** Figures of results by the ids of their jobs; jobs without a result are left out. */
export const figuresOf = async (db: Executor, jobIds: readonly string[]) => {
  const rows = await db
    .select({ jobId: jobResults.jobId, figures: jobResults.figures })
    .from(jobResults)
    .where(inArray(jobResults.jobId, [...jobIds]))
  return new Map(rows.map(({ jobId, figures }) => [jobId, figures]))
}
