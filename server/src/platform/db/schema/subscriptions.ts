import type { RestrictionKey } from '@lamella/shared/contract'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { organisations } from './accounts.ts'
import { id, moment, needs, partOf } from './columns.ts'

export const subscriptionPlans = pgTable(
  'subscription_plans',
  {
    id: id(),
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    version: integer('version').notNull(),
    family: text('family', { enum: ['portal', 'prisma', 'ai'] }).notNull(),
    /** Cents. */
    netPrice: integer('net_price').notNull(),
    /** ISO 8601 duration. */
    period: text('period').notNull(),
    restrictions: jsonb('restrictions').$type<{ key: string; value: string }[]>().notNull(),
  },
  (t) => [unique('subscription_plans_name_version').on(t.name, t.version)],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    organisationId: partOf('organisation_id', () => organisations.id),
    planId: needs('plan_id', () => subscriptionPlans.id),
    validFrom: moment('valid_from').notNull(),
    validUntil: moment('valid_until').notNull(),
    automaticRenewal: boolean('automatic_renewal').notNull().default(false),
    purchaserId: uuid('purchaser_id').notNull(),
  },
  (t) => [index('subscriptions_organisation').on(t.organisationId)],
)

/** Steps at the end of a trial that were taken, so that each is taken once (ADR 22). */
export const accountNotices = pgTable(
  'account_notices',
  {
    organisationId: partOf('organisation_id', () => organisations.id),
    step: text('step').notNull(),
    /** End of the trial that the step belongs to: the steps of a prolonged trial begin again. */
    trialEnd: moment('trial_end').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.organisationId, t.step, t.trialEnd] })],
)

/** How much of each limit an organisation used at the last look of a day (ADR 95). A day without a row was not looked at. */
export const usageDays = pgTable(
  'usage_days',
  {
    organisationId: partOf('organisation_id', () => organisations.id),
    /** In UTC. */
    day: date('day').notNull(),
    key: text('key').$type<RestrictionKey>().notNull(),
    /** Bytes for storage, else a count. */
    used: bigint('used', { mode: 'number' }).notNull(),
    /** What held then, in the same unit; -1: unlimited, 0: in no plan. */
    limit: bigint('limit', { mode: 'number' }).notNull(),
    /** When it was counted. */
    at: moment('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.organisationId, t.day, t.key] })],
)
