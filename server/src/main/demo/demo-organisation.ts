import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { createOrganisation } from '../../domains/organisations/index.ts'
import { onPremisePlans } from '../../domains/quotas/index.ts'
import { findUserByEmail, insertUser } from '../../domains/users/index.ts'
import type { Config } from '../../platform/config.ts'
import type { AppContext } from '../../platform/context.ts'
import { hashPassword, randomPassword } from '../../platform/crypto/passwords.ts'

const demoFile = z.object({
  users: z.array(z.object({ email: z.email(), password: z.string(), role: z.enum(['admin', 'member', 'guest']) })),
})
/** A user of the demo organisation; the password is in clear, as in `demo.json`. */
export type DemoUser = z.infer<typeof demoFile>['users'][number]

const people = {
  admin: { email: 'admin@lamella.test', firstName: 'Ines', lastName: 'Falk' },
  member: { email: 'member@lamella.test', firstName: 'Jonas', lastName: 'Weber' },
  guest: { email: 'guest@lamella.test', firstName: 'Mira', lastName: 'Novak' },
} as const

const fileOf = (dataDir: string) => join(dataDir, 'demo.json')

/** The users of `demo.json`; null: there is no such file. */
const readDemo = async (dataDir: string): Promise<DemoUser[] | null> => {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : demoFile.parse(JSON.parse(text)).users
}

/** Writes `demo.json` atomically, readable by the owner of the data folder only. */
const writeDemo = async (dataDir: string): Promise<DemoUser[]> => {
  const password = randomPassword()
  const users = (['admin', 'member', 'guest'] as const).map((role) => ({ email: people[role].email, password, role }))
  const draft = join(dataDir, `.demo-${randomUUID()}`)
  await writeFile(draft, `${JSON.stringify({ users }, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, fileOf(dataDir))
  return users
}

const createUsers = async ({ db, now: clock }: AppContext, users: DemoUser[]): Promise<void> => {
  const now = clock()
  const accounts = await Promise.all(
    users.map(async ({ role, password }) => ({
      ...people[role],
      role,
      passwordHash: await hashPassword(password),
      agreementTerms: true,
      agreementPrivacy: true,
    })),
  )
  await db.transaction(async (tx) => {
    const [admin, ...others] = accounts
    if (!admin) return
    const { role: _, ...rest } = admin
    // So that who tries the portal sees its releases too.
    const owner = { ...rest, operator: true }
    const organisation = { name: 'Demo laboratory', sector: 'Research', admin: owner, plans: onPremisePlans }
    const { organisationId } = await createOrganisation(tx, organisation, { now })
    for (const { role, ...account } of others) {
      await insertUser(tx, { ...account, organisationId, isGuest: role === 'guest' })
    }
  })
}

const loopbackHosts = ['127.0.0.1', '::1', 'localhost']

/**
 * Whether a demo organisation is wanted: by `LAMELLA_DEMO`, else in a new data folder with embedded database that serves this machine
 * only.
 */
export const wantsDemo = (
  { demo, databaseUrl, host }: Pick<Config, 'demo' | 'databaseUrl' | 'host'>,
  isNewData: boolean,
): boolean => demo ?? (isNewData && !databaseUrl && loopbackHosts.includes(host))

/**
 * Creates the demo organisation with an admin, a member and a guest where it is wanted. `demo.json` is written first: if the server
 * is killed in between, the next start finds it and creates the users.
 * @returns the users if they were created now, to be announced; else null
 */
export const ensureDemo = async (context: AppContext, isNewData: boolean): Promise<DemoUser[] | null> => {
  const { config, db } = context
  const unfinished = await readDemo(config.dataDir)
  if (!unfinished && !wantsDemo(config, isNewData)) return null
  if (await findUserByEmail(db, people.admin.email)) return null
  const users = unfinished ?? (await writeDemo(config.dataDir))
  await createUsers(context, users)
  return users
}
