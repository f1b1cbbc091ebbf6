import { randomUUID } from 'node:crypto'
import type { ContributorRole } from '@lamella/shared/contract'
import { createOrganisation } from '../src/domains/organisations/create-organisation.ts'
import { insertProject } from '../src/domains/projects/repository.ts'
import { createSession, storeTokens } from '../src/domains/sessions/session-repository.ts'
import { insertUser } from '../src/domains/users/repository.ts'
import { newSecret } from '../src/platform/crypto/secrets.ts'
import type { Database } from '../src/platform/db/database.ts'
import { contributors } from '../src/platform/db/schema/index.ts'

export interface Person {
  userId: string
  token: string
}

/** An organisation with its admin, inserted directly into the database: for tests that are not about accounts. */
export interface Lab {
  organisationId: string
  admin: Person
  addPerson(kind?: 'member' | 'guest'): Promise<Person>
  /** Adds a project. @returns its id */
  addProject(owner: Person, people?: [Person, ContributorRole][]): Promise<string>
}

export interface LabLimits {
  /** Image limit; -1: unlimited. */
  mediumLimit?: number
  /** Storage limit, GB. */
  storageLimit?: number
}

const hour = 3600 * 1000

export const createLab = async (
  db: Database,
  { mediumLimit = -1, storageLimit = -1 }: LabLimits = {},
): Promise<Lab> => {
  const now = new Date()
  const later = new Date(now.getTime() + hour)
  const newPerson = () => ({
    email: `${randomUUID()}@lab.example`,
    firstName: 'Ada',
    lastName: 'Example',
    passwordHash: 'nobody can log in with this',
    agreementTerms: true,
    agreementPrivacy: true,
  })
  const plan = {
    name: `PLAN_${randomUUID()}`,
    displayName: 'Test plan',
    version: 1,
    family: 'portal',
    netPrice: 0,
    period: 'P1M',
    restrictions: [
      { key: 'mediumLimit', value: String(mediumLimit) },
      { key: 'storageLimit', value: String(storageLimit) },
      { key: 'projectLimit', value: '-1' },
      { key: 'jobLimit', value: '-1' },
      { key: 'annotationLimit', value: '-1' },
    ],
  } as const
  const start = new Date(now.getTime() - hour)
  const { organisationId, adminId } = await createOrganisation(
    db,
    { name: 'Lab', admin: newPerson(), plans: [{ ...plan, restrictions: [...plan.restrictions] }] },
    { now: start },
  )
  const logIn = async (userId: string): Promise<Person> => {
    const token = newSecret()
    const sessionId = await createSession(db, { userId, device: null, expires: later }, now)
    await storeTokens(db, sessionId, { access: token, refresh: newSecret() }, later)
    return { userId, token }
  }
  return {
    organisationId,
    admin: await logIn(adminId),
    addPerson: async (kind = 'member') => {
      const userId = await insertUser(db, { ...newPerson(), organisationId, isGuest: kind === 'guest' })
      if (!userId) throw new Error('A fresh address is taken')
      return logIn(userId)
    },
    addProject: async (owner, people = []) => {
      const projectId = await insertProject(db, { name: 'Project', organisationId, ownerId: owner.userId })
      for (const [{ userId }, role] of people) await db.insert(contributors).values({ projectId, userId, role })
      return projectId
    },
  }
}
