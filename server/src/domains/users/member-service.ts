import type { GlobalRole, HandlerInput, Member, getMemberOutline as MemberOutlineCall } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import type { PageQuery } from '../../platform/http/paging.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { findReachedLimit, projectsByUser } from '../quotas/index.ts'
import { revokeSessionsOfUser } from '../sessions/index.ts'
import { storageByUser } from '../totals/index.ts'
import { countActiveUsers, listUsersBy, outlineOfUsers, questionOfUsers, type UserQuestion } from './list-repository.ts'
import { changeUser, findAdmin, findUser, rolesOf, toUser } from './repository.ts'

type Question = HandlerInput<typeof MemberOutlineCall>['query']

const questionOf = async (db: Executor, principal: Principal, query: Question): Promise<UserQuestion> => {
  const question = { ...questionOfUsers(principal, query), withProjects: true }
  if (!query.sort?.endsWith('storage')) return question
  const stored = await storageByUser(db, principal.organisationId)
  return { ...question, storage: new Map(stored.map(({ userId, total }) => [userId, total.size])) }
}

/** One page of the members with their projects and storage, by id unless sorted. @throws ApiError ERR_0400 for a cursor of another order */
export const listMembers = async (
  { db }: AppContext,
  principal: Principal,
  query: Question & PageQuery,
  path: string,
) => {
  const { organisationId } = principal
  const { data, links } = await listUsersBy(db, await questionOf(db, principal, query), query, path)
  const ids = data.map(({ id }) => id)
  const projects = new Map((await projectsByUser(db, organisationId, ids)).map(({ userId, count }) => [userId, count]))
  const storage = new Map(
    (await storageByUser(db, organisationId, ids)).map(({ userId, total }) => [userId, total.size]),
  )
  const members = data.map(
    (row): Member => ({
      ...toUser(row),
      roles: rolesOf(row),
      active: row.active,
      projectCount: projects.get(row.id) ?? 0,
      storageUsed: storage.get(row.id) ?? 0,
      lastActive: row.lastActive?.toISOString() ?? null,
      secondFactor: row.secondFactor,
    }),
  )
  return { data: members, links }
}

/** Extent of the list of members, and how many of all count against the user limit. */
export const getMemberOutline = async ({ db }: AppContext, principal: Principal, query: Question) => ({
  ...(await outlineOfUsers(db, await questionOf(db, principal, query), query['page[size]'])),
  active: await countActiveUsers(db, principal.organisationId),
})

/** Undefined fields stay as they are. */
export interface MemberChange {
  role?: GlobalRole | undefined
  active?: boolean | undefined
}

type Flags = Pick<NonNullable<Awaited<ReturnType<typeof findUser>>>, 'isAdmin' | 'isGuest' | 'active'>

const roleOf = ({ isAdmin, isGuest }: Flags): GlobalRole => {
  if (isGuest) return 'GUEST'
  return isAdmin ? 'ORG_ADMIN' : 'USER'
}

/**
 * Changes role or access of a member, whose sessions end with their access. The owner keeps role and access, and nobody changes their
 * own, so that there is always an admin (ADR 22).
 * @throws ApiError ERR_0404 for users of other organisations, ERR_1010 for the owner and the caller, ERR_5002 when an activated user
 *   would exceed the user limit
 */
export const updateMember = async (
  context: AppContext,
  actor: Actor,
  userId: string,
  change: MemberChange,
): Promise<void> => {
  const { organisationId } = actor.principal
  const now = context.now()
  await context.db.transaction(async (tx) => {
    const full = await findReachedLimit(tx, organisationId, { users: 1 }, now)
    const member = await findUser(tx, userId)
    if (member?.organisationId !== organisationId) throw new ApiError('ERR_0404')
    const owner = await findAdmin(tx, organisationId)
    if (userId === actor.principal.userId || userId === owner?.id) throw new ApiError('ERR_1010')
    const { role = roleOf(member), active = member.active } = change
    if (full && active && !member.active) throw new ApiError(full)
    await changeUser(tx, userId, { isAdmin: role === 'ORG_ADMIN', isGuest: role === 'GUEST', active })
    if (!active) await revokeSessionsOfUser(tx, userId, now)
    await recordChange(tx, actor, now, { before: member, role, active })
  })
  await context.access.invalidateUser(userId)
}

const recordChange = async (
  tx: Executor,
  actor: Actor,
  now: Date,
  {
    before,
    role,
    active,
  }: { before: Flags & { id: string; firstName: string; lastName: string } } & Required<{
    role: GlobalRole
    active: boolean
  }>,
): Promise<void> => {
  const entry = { ...byActor(actor, now), objectType: 'user', objectId: before.id }
  const name = fullNameOf(before)
  if (role !== roleOf(before)) {
    await recordAudit(tx, { ...entry, action: 'user.role-changed', detail: { name, from: roleOf(before), to: role } })
  }
  if (active !== before.active) {
    await recordAudit(tx, { ...entry, action: active ? 'user.activated' : 'user.deactivated', detail: { name } })
  }
}
