import { appId, type TokenAction, tokenActions, tokenName } from '@lamella/shared/contract'
import { type Command, InvalidArgumentError } from 'commander'
import {
  addOperator,
  createToken,
  describeTokens,
  listOperators,
  removeOperator,
  removeToken,
} from '../../domains/operators/index.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { withDatabase } from './database.ts'
import { table } from './table.ts'

const add = async (email: string): Promise<void> => {
  const isNew = await withDatabase((db) => addOperator(db, email, new Date()))
  console.log(isNew ? `${email} may see and change releases now.` : `${email} was an operator already.`)
}

const remove = async (email: string): Promise<void> => {
  const was = await withDatabase((db) => removeOperator(db, email, new Date()))
  console.log(was ? `${email} is no operator any more.` : `${email} was no operator.`)
}

const list = async (): Promise<void> => {
  const operators = await withDatabase(listOperators)
  const rows = operators.map((user) => [
    user.email,
    fullNameOf(user),
    user.organisation,
    user.active && !user.isGuest ? '' : 'no access: inactive or guest',
  ])
  if (rows.length === 0) console.log('No user is an operator: lamella admin operator add <email>')
  else console.log(table(['email', 'name', 'organisation', ''], rows))
}

const parseName = (text: string): string => {
  const name = tokenName.safeParse(text)
  if (!name.success) throw new InvalidArgumentError('It has at most 63 letters, digits, ".", "_", "-" and blanks.')
  return name.data
}

const parseApps = (text: string): string[] => {
  const apps = text.split(',').map((app) => app.trim().replace(/^mfe-/, ''))
  if (!apps.every((app) => appId.safeParse(app).success)) {
    throw new InvalidArgumentError('It names apps, as in "projects,auth".')
  }
  return apps
}

const isAction = (text: string): text is TokenAction => (tokenActions as readonly string[]).includes(text)

const parseActions = (text: string): TokenAction[] => {
  const actions = text.split(',').map((action) => action.trim())
  if (!actions.every(isAction)) throw new InvalidArgumentError(`It names some of ${tokenActions.join(', ')}.`)
  return actions
}

const units = { d: 86_400_000, h: 3_600_000 } as const

/** "30d", "12h", or a date such as 2027-01-31. @returns ISO 8601 */
const parseExpiry = (text: string): string => {
  const [, count, unit] = /^(\d{1,4})([dh])$/.exec(text) ?? []
  const end = count && unit ? Date.now() + Number(count) * units[unit as keyof typeof units] : Date.parse(text)
  if (Number.isNaN(end)) throw new InvalidArgumentError('It looks like 30d, 12h or 2027-01-31.')
  return new Date(end).toISOString()
}

interface TokenOptions {
  apps: string[]
  may: TokenAction[]
  expires?: string
}

const addToken = async (name: string, options: TokenOptions): Promise<void> => {
  const { secret } = await withDatabase((db) => createToken(db, { name: 'operator' }, { name, ...options }, new Date()))
  console.log(`The token "${name}" may ${options.may.join(', ')}: ${options.apps.join(', ')}.`)
  console.log(`Secret, shown only now: ${secret}`)
}

const listTokens = async (): Promise<void> => {
  const tokens = await withDatabase(describeTokens)
  const day = (iso: string | null) => iso?.slice(0, 10) ?? '–'
  const rows = tokens.map(({ name, apps, may, created, createdBy, expires, lastUsed }) => [
    name,
    apps.join(', '),
    may.join(', '),
    `${day(created)} by ${createdBy}`,
    day(expires),
    day(lastUsed),
  ])
  if (rows.length === 0) console.log('There is no named token: lamella admin token add <name> --apps … --may …')
  else console.log(table(['token', 'apps', 'may', 'made', 'expires', 'last used'], rows))
}

const removeNamed = async (name: string): Promise<void> => {
  await withDatabase((db) => removeToken(db, { name: 'operator' }, name, new Date()))
  console.log(`The token "${name}" is refused from now on.`)
}

/** Adds `lamella admin operator` and `lamella admin token`: who may see and change releases. */
export const operatorCommands = (admin: Command): void => {
  const operator = admin.command('operator').description('users who may see and change releases in the portal')
  operator.command('add').argument('<email>').description('let a user operate').action(add)
  operator.command('remove').argument('<email>').description('end that').action(remove)
  operator.command('list').description('all of them').action(list)

  const token = admin.command('token').description('named tokens of tools, each for some apps and actions')
  token
    .command('add')
    .description('make one; it belongs to this installation only')
    .argument('<name>', 'shown in the history, such as "projects-ci"', parseName)
    .requiredOption('--apps <names>', 'apps that it is for, such as projects,auth', parseApps)
    .requiredOption('--may <actions>', `some of ${tokenActions.join(',')}`, parseActions)
    .option('--expires <when>', '30d, 12h, or a date', parseExpiry)
    .action(addToken)
  token.command('list').description('all of them, without their secrets').action(listTokens)
  token.command('remove').argument('<name>').description('refuse it from now on').action(removeNamed)
}
