import { type Command, InvalidArgumentError } from 'commander'
import { operablePlans } from '../../domains/quotas/index.ts'
import { endPlan, grantPlan, parseLimits, showPlans } from '../../domains/subscriptions/index.ts'
import { withDatabase } from './database.ts'
import { table } from './table.ts'

const day = (date: Date): string => date.toISOString().slice(0, 10)

const tell = (limits: Readonly<Record<string, number>>): void => {
  const rows = Object.entries(limits).map(([key, value]) => [key, value < 0 ? 'unlimited' : String(value)])
  console.log(table(['limit', ''], rows))
}

const list = (): void => {
  const rows = operablePlans.map(({ name, family, restrictions }) => [
    name,
    family,
    restrictions.map(({ key, value }) => `${key}=${value === '' ? '…' : value}`).join(','),
  ])
  console.log(table(['plan', 'family', 'limits'], rows))
}

const show = async (organisation: string): Promise<void> => {
  const { plans, limits, ...found } = await withDatabase((db) => showPlans(db, organisation, new Date()))
  console.log(found.organisation)
  const rows = plans.map(({ name, version, validFrom, validUntil, renewal, active }) => [
    `${name} ${version}`,
    day(validFrom),
    day(validUntil),
    [active ? 'active' : '', renewal ? 'renewed' : ''].filter(Boolean).join(', '),
  ])
  console.log(table(['plan', 'from', 'until', ''], rows))
  tell(limits)
}

const parseDay = (text: string): Date => {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN)
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('It looks like 2027-12-31.')
  return date
}

const parse = (text: string): Record<string, number> => {
  try {
    return parseLimits(text)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

interface GrantOptions {
  organisation: string
  until: Date
  limits?: Record<string, number>
  renew?: boolean
}

const grant = async (
  plan: string,
  { organisation, until, limits = {}, renew = false }: GrantOptions,
): Promise<void> => {
  const now = await withDatabase((db) =>
    grantPlan(db, { organisation, plan, until, limits, renewal: renew }, new Date()),
  )
  console.log(
    `${organisation} has ${plan} until ${day(until)}${renew ? ', then renewed' : ''}. Its limits by all of its plans:`,
  )
  tell(now)
}

const end = async (plan: string, { organisation }: { organisation: string }): Promise<void> => {
  const now = await withDatabase((db) => endPlan(db, { organisation, plan }, new Date()))
  console.log(`${plan} of ${organisation} has ended. Its limits by what is left:`)
  tell(now)
}

/** Adds `lamella admin plan`: what organisations may use. */
export const planCommands = (admin: Command): void => {
  const plan = admin.command('plan').description('plans of organisations and the limits that follow from them')
  const organisation = ['--organisation <name>', 'name or id'] as const
  plan.command('list').description('plans that can be granted, with their limits (…: as agreed)').action(list)
  plan.command('show').argument('<organisation>', 'name or id').description('what it has and had').action(show)
  plan
    .command('grant')
    .description('give an organisation a plan from now on, beside those it has')
    .argument('<plan>')
    .requiredOption(...organisation)
    .requiredOption('--until <day>', 'first day without it, such as 2027-12-31 (UTC)', parseDay)
    .option('--limits <limits>', 'as agreed, such as projectLimit=50,storageLimit=500; -1: unlimited', parse)
    .option('--renew', 'goes on by itself from that day, each time for the period of the plan')
    .action(grant)
  plan
    .command('end')
    .description('end a plan at once; nothing is deleted')
    .argument('<plan>')
    .requiredOption(...organisation)
    .action(end)
}
