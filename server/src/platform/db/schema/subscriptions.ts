import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
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
