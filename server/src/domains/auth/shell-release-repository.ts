import { and, desc, eq } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { activeReleases, releases } from '../../platform/db/schema/index.ts'

/** Version and content hash of the shell with the largest share of traffic; null before the first release. */
export const findShellRelease = async (db: Executor): Promise<{ version: string; integrity: string } | null> => {
  const [row] = await db
    .select({ version: releases.version, integrity: releases.integrity })
    .from(activeReleases)
    .innerJoin(releases, and(eq(releases.app, activeReleases.app), eq(releases.version, activeReleases.version)))
    .where(eq(activeReleases.app, 'shell'))
    .orderBy(desc(activeReleases.traffic))
    .limit(1)
  return row ?? null
}
