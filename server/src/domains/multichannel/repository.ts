import type { ChannelSettings } from '@lamella/shared/contract'
import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { multichannelSettings, projects } from '../../platform/db/schema/index.ts'

export type SettingsRow = typeof multichannelSettings.$inferSelect

/** Of a project, oldest first. */
export const listSettingsOf = async (db: Executor, projectId: string): Promise<SettingsRow[]> =>
  db
    .select()
    .from(multichannelSettings)
    .where(eq(multichannelSettings.projectId, projectId))
    .orderBy(asc(multichannelSettings.id))

/** Null: there are none of this id. */
export const findSettings = async (db: Executor, settingsId: string): Promise<SettingsRow | null> =>
  (await db.select().from(multichannelSettings).where(eq(multichannelSettings.id, settingsId)))[0] ?? null

/** Locks settings until the end of the transaction. */
export const lockSettings = async (tx: Executor, settingsId: string): Promise<SettingsRow | null> =>
  (await tx.select().from(multichannelSettings).where(eq(multichannelSettings.id, settingsId)).for('update'))[0] ?? null

/** Locks the project: one at a time adds or applies settings. @returns number of its settings; null: no project */
export const lockAndCountSettings = async (tx: Executor, projectId: string): Promise<number | null> => {
  const own = eq(projects.id, projectId)
  const [project] = await tx.select({ id: projects.id }).from(projects).where(own).for('no key update')
  if (!project) return null
  const ofProject = eq(multichannelSettings.projectId, projectId)
  const [row] = await tx.select({ settings: count() }).from(multichannelSettings).where(ofProject)
  return row?.settings ?? 0
}

/** @returns the id of the new settings */
export const insertSettings = async (
  tx: Executor,
  settings: typeof multichannelSettings.$inferInsert,
): Promise<string> => {
  const [row] = await tx.insert(multichannelSettings).values(settings).returning({ id: multichannelSettings.id })
  if (!row) throw new Error('The multichannel settings could not be stored')
  return row.id
}

/** Changes settings and their revision. The caller has locked them. */
export const changeSettings = async (
  tx: Executor,
  settingsId: string,
  change: { name: string; channels: ChannelSettings[]; modified: Date },
): Promise<void> => {
  await tx
    .update(multichannelSettings)
    .set({ ...change, revision: sql`${multichannelSettings.revision} + 1` })
    .where(eq(multichannelSettings.id, settingsId))
}

/** Ends the use of the applied settings of a project, unless they are these. @returns what was ended */
export const endApplied = async (
  tx: Executor,
  projectId: string,
  settingsId: string | null,
): Promise<SettingsRow | null> => {
  const { projectId: project, applied, id } = multichannelSettings
  const others = and(eq(project, projectId), eq(applied, true), settingsId ? ne(id, settingsId) : undefined)
  return (await tx.update(multichannelSettings).set({ applied: false }).where(others).returning())[0] ?? null
}

/** @returns the settings; null: there are none of this id in the project */
export const markApplied = async (tx: Executor, projectId: string, settingsId: string): Promise<SettingsRow | null> => {
  const own = and(eq(multichannelSettings.id, settingsId), eq(multichannelSettings.projectId, projectId))
  return (await tx.update(multichannelSettings).set({ applied: true }).where(own).returning())[0] ?? null
}

/** @returns the deleted settings; null: there are none of this id */
export const removeSettings = async (tx: Executor, settingsId: string): Promise<SettingsRow | null> =>
  (await tx.delete(multichannelSettings).where(eq(multichannelSettings.id, settingsId)).returning())[0] ?? null
