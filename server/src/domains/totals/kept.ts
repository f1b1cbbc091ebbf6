import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  analysisJobs,
  images,
  jobResults,
  ownerTotals,
  projects,
  projectTotals,
  totalChanges,
  users,
} from '../../platform/db/schema/index.ts'
import {
  countedOwners,
  countedProjects,
  definition,
  ownerColumns,
  type ProjectPart,
  projectColumns,
} from './counted.ts'

/*
 * A kept row holds in a snapshot of the database when no change that the snapshot sees has touched what was counted. A change of a medium names
 * the medium, and its projects are looked up when totals are read: a trigger does not see the image that another transaction is adding.
 */

/** Query of the ids of projects whose kept totals do not hold. */
export const changedProjects = sql`select id from ${totalChanges} where object = 'project'
  union select ${images.projectId} from ${totalChanges} join ${images} on ${images.mediumId} = ${totalChanges.id} where object = 'medium'
  union select ${analysisJobs.projectId} from ${totalChanges} join ${analysisJobs} on ${analysisJobs.id} = ${totalChanges.id} where object = 'job'
  union select ${analysisJobs.projectId} from ${totalChanges} join ${jobResults} on ${jobResults.id} = ${totalChanges.id}
    join ${analysisJobs} on ${analysisJobs.id} = ${jobResults.jobId} where object = 'result'`

/** Query of the ids of users whose kept totals do not hold. Corrected results name their owner. */
export const changedOwners = sql`select id from ${totalChanges} where object = 'owner'
  union select ${analysisJobs.ownerId} from ${totalChanges} join ${analysisJobs} on ${analysisJobs.id} = ${totalChanges.id} where object = 'job'`

/** Subquery of the kept totals of projects that hold. */
export const keptProjects = (db: Executor): SQL =>
  sql`(select * from ${projectTotals} where counted_by = ${definition(db)}
    and not exists (select from (${changedProjects}) changed where changed.id = ${projectTotals.projectId}))`

/** Subquery of the kept totals of users that hold. */
export const keptOwners = (db: Executor): SQL =>
  sql`(select * from ${ownerTotals} where counted_by = ${definition(db)}
    and not exists (select from (${changedOwners}) changed where changed.id = ${ownerTotals.ownerId}))`

/**
 * Subquery of the true totals of projects: kept ones that hold, the others counted. In one statement, so that what is kept and what has changed are
 * of the same moment.
 * @param which - condition on `projects`
 * @param part - the others are not counted
 */
export const totalsOfProjects = (db: Executor, which: SQL | undefined, part: ProjectPart): SQL =>
  sql`(with asked as materialized (
      select ${projects.id} as id, kept.* from ${projects} left join ${keptProjects(db)} kept on kept.project_id = ${projects.id}
      where ${which ?? sql`true`}
    )
    select id as project_id, ${projectColumns([part])} from asked where project_id is not null
    union all select project_id, ${projectColumns([part])} from (${countedProjects(db, sql`select id from asked where project_id is null`, [part])}) counted)`

/** The same of users. @param which - condition on `users` */
export const totalsOfOwners = (db: Executor, which: SQL | undefined): SQL =>
  sql`(with asked as materialized (
      select ${users.id} as id, kept.* from ${users} left join ${keptOwners(db)} kept on kept.owner_id = ${users.id} where ${which ?? sql`true`}
    )
    select id as owner_id, ${ownerColumns} from asked where owner_id is not null
    union all select owner_id, ${ownerColumns} from (${countedOwners(db, sql`select id from asked where owner_id is null`)}) counted)`
