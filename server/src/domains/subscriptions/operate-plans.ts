import { restrictionKeys } from '@lamella/shared/contract'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Database, Executor } from '../../platform/db/database.ts'
import { organisations, subscriptionPlans, subscriptions } from '../../platform/db/schema/index.ts'
import { findLimits, isActiveAt, type Limits, type PlanDefinition, planNamed, unlimited } from '../quotas/index.ts'
import { findAdmin } from '../users/index.ts'
import { recordPlan } from './record-plan.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @param wanted - name or id @throws Error in words unless there is exactly one */
const findOnly = async (db: Executor, wanted: string) => {
  const { id, name } = organisations
  const rows = await db
    .select({ id, name })
    .from(organisations)
    .where(uuid.test(wanted) ? eq(id, wanted) : eq(name, wanted))
  const [row] = rows
  if (!row) throw new Error(`There is no organisation ${wanted}.`)
  if (rows.length > 1) {
    throw new Error(
      `Several organisations have this name. Say which by its id: ${rows.map((each) => each.id).join(', ')}`,
    )
  }
  return row
}

/** A plan of an organisation, at any time. */
export interface OwnedPlan {
  name: string
  version: number
  validFrom: Date
  validUntil: Date
  /** Goes on by itself at its end. */
  renewal: boolean
  active: boolean
}

/** All plans that an organisation has or had, the newest first, and its limits by those that are valid. @throws Error in words */
export const showPlans = async (
  db: Executor,
  wanted: string,
  now: Date,
): Promise<{ organisation: string; plans: OwnedPlan[]; limits: Limits }> => {
  const { id, name } = await findOnly(db, wanted)
  const rows = await db
    .select({ subscription: subscriptions, plan: subscriptionPlans })
    .from(subscriptions)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .where(eq(subscriptions.organisationId, id))
    .orderBy(desc(subscriptions.validFrom), desc(subscriptions.id))
  const plans = rows.map(({ subscription: { validFrom, validUntil, automaticRenewal }, plan }) => ({
    name: plan.name,
    version: plan.version,
    validFrom,
    validUntil,
    renewal: automaticRenewal,
    active: validFrom <= now && now < validUntil,
  }))
  return { organisation: name, plans, limits: await findLimits(db, id, now) }
}

/** The limits of a plan with those that were agreed. @throws Error in words for a key that the plan does not have, has a value for, or lacks */
const restrictionsOf = (
  plan: PlanDefinition,
  agreed: Readonly<Record<string, number>>,
): PlanDefinition['restrictions'] => {
  const keys = plan.restrictions.map(({ key }) => key)
  const foreign = Object.keys(agreed).filter((key) => !keys.includes(key))
  if (foreign.length > 0) throw new Error(`${plan.name} has no ${foreign.join(', ')}. It has ${keys.join(', ')}.`)
  const fixed = plan.restrictions.filter(({ key, value }) => value !== '' && agreed[key] !== undefined)
  // Else the limits of one organisation would be those of every later sign-up.
  if (fixed.length > 0) {
    const keysOfPlan = fixed.map(({ key }) => key).join(', ')
    throw new Error(`${plan.name} has limits of its own: ${keysOfPlan}. Grant a plan whose limits are agreed.`)
  }
  const missing = plan.restrictions.filter(({ key, value }) => value === '' && agreed[key] === undefined)
  if (missing.length > 0) throw new Error(`Say the limits: ${missing.map(({ key }) => `${key}=…`).join(',')}`)
  return plan.restrictions.map(({ key, value }) => ({ key, value: String(agreed[key] ?? value) }))
}

const sameRestrictions = (one: PlanDefinition['restrictions'], other: PlanDefinition['restrictions']): boolean =>
  one.length === other.length &&
  one.every(({ key, value }) => other.some((each) => each.key === key && each.value === value))

/** A plan with these limits is one version of its name: it is taken where it is there, else it is the next. */
const storePlan = async (tx: Executor, plan: PlanDefinition): Promise<string> => {
  const versions = await tx
    .select()
    .from(subscriptionPlans)
    .where(eq(subscriptionPlans.name, plan.name))
    .orderBy(desc(subscriptionPlans.version))
  const same = versions.find(({ restrictions }) => sameRestrictions(restrictions, plan.restrictions))
  if (same) return same.id
  const version = Math.max((versions[0]?.version ?? 0) + 1, plan.version)
  const [row] = await tx
    .insert(subscriptionPlans)
    .values({ ...plan, version })
    .returning({ id: subscriptionPlans.id })
  if (!row) throw new Error(`The plan ${plan.name} could not be stored`)
  return row.id
}

interface Grant {
  /** Name or id. */
  organisation: string
  plan: string
  until: Date
  /** By key; -1: unlimited. */
  limits: Readonly<Record<string, number>>
  /** Goes on by itself at its end, each time for the period of the plan. */
  renewal?: boolean
}

/**
 * Gives an organisation a plan from now on. Other plans stay: of several values of a limit the largest holds (D3-9-17).
 * @returns the limits that hold now @throws Error in words; "Unknown subscription plan type" for another plan (D2-8-15)
 */
export const grantPlan = (
  db: Database,
  { organisation: wanted, plan: name, until, limits, renewal = false }: Grant,
  now: Date,
): Promise<Limits> =>
  db.transaction(async (tx) => {
    const definition = planNamed(name)
    if (!definition) throw new Error('Unknown subscription plan type')
    if (until <= now) throw new Error('The end of the plan is over already.')
    if (Object.values(limits).some((value) => !Number.isSafeInteger(value) || value < unlimited)) {
      throw new Error('A limit is a whole number, or -1: unlimited.')
    }
    const { id: organisationId } = await findOnly(tx, wanted)
    const admin = await findAdmin(tx, organisationId)
    if (!admin) throw new Error(`${wanted} has no admin.`)
    const planId = await storePlan(tx, { ...definition, restrictions: restrictionsOf(definition, limits) })
    const period = { validFrom: now, validUntil: until }
    await tx
      .insert(subscriptions)
      .values({ organisationId, planId, purchaserId: admin.id, automaticRenewal: renewal, ...period })
    await recordPlan(
      tx,
      organisationId,
      { action: 'plan.granted', plan: name, until: until.toISOString().slice(0, 10), by: 'operator' },
      now,
    )
    return findLimits(tx, organisationId, now)
  })

/** Ends a plan at once. Nothing is deleted: what is over a limit stays, and nothing can be added. @throws Error in words */
export const endPlan = (
  db: Database,
  { organisation: wanted, plan }: Pick<Grant, 'organisation' | 'plan'>,
  now: Date,
): Promise<Limits> =>
  db.transaction(async (tx) => {
    const { id: organisationId } = await findOnly(tx, wanted)
    const planIds = tx
      .select({ id: subscriptionPlans.id })
      .from(subscriptionPlans)
      .where(eq(subscriptionPlans.name, plan))
    const ended = await tx
      .update(subscriptions)
      .set({ validUntil: now, automaticRenewal: false })
      .where(
        and(eq(subscriptions.organisationId, organisationId), inArray(subscriptions.planId, planIds), isActiveAt(now)),
      )
      .returning({ id: subscriptions.id })
    if (ended.length === 0) throw new Error(`${wanted} has no active plan ${plan}.`)
    await recordPlan(tx, organisationId, { action: 'plan.ended', plan, by: 'operator' }, now)
    return findLimits(tx, organisationId, now)
  })

/** "projectLimit=10,mediumLimit=-1". @throws Error in words */
export const parseLimits = (text: string): Record<string, number> =>
  Object.fromEntries(
    text.split(',').map((pair) => {
      const [, key = '', value = ''] = /^\s*(\w+)=(-1|\d+)\s*$/.exec(pair) ?? []
      if (!(restrictionKeys as readonly string[]).includes(key)) {
        throw new Error(`"${pair}" is no limit such as projectLimit=10. There are ${restrictionKeys.join(', ')}.`)
      }
      return [key, Number(value)]
    }),
  )
