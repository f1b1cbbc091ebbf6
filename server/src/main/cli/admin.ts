import { text } from 'node:stream/consumers'
import { passwordRules } from '@lamella/shared/contract'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type NewAgreements, renewAgreements, resetByOperator } from '../../domains/auth/index.ts'
import { createAccount, type NewAccount, newAccount } from '../../domains/organisations/index.ts'
import { randomPassword } from '../../platform/crypto/passwords.ts'
import { resetAttempts } from '../../platform/queue/job-attempts.ts'
import { operatorCommands } from './admin-operators.ts'
import { planCommands } from './admin-plans.ts'
import { withDatabase } from './database.ts'

interface CreateUserOptions {
  email: string
  organisation: string
  admin?: boolean
  guest?: boolean
  firstName: string
  lastName: string
  passwordStdin?: boolean
}

const roleOf = ({ admin, guest }: CreateUserOptions): NewAccount['role'] => {
  if (admin) return 'admin'
  return guest ? 'guest' : 'user'
}

/** @throws Error with one line per wrong option */
const accountOf = async (options: CreateUserOptions): Promise<NewAccount> => {
  const { email, organisation, firstName, lastName, passwordStdin } = options
  // Never as an argument, because other users of the machine can read those.
  const password = passwordStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : randomPassword()
  const parsed = newAccount.safeParse({ email, organisation, firstName, lastName, role: roleOf(options), password })
  if (parsed.success) return parsed.data
  const missing = passwordRules.filter(({ test }) => !test(password)).map(({ label }) => label)
  const reasons = parsed.error.issues
    .filter(({ path }) => path[0] !== 'password')
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error([...reasons, ...missing.map((rule) => `password: ${rule}`)].join('\n'))
}

const resetSecondFactor = async ({ email }: { email: string }): Promise<void> => {
  await withDatabase((db) => resetByOperator(db, email, new Date()))
  console.log(`The two-step verification of ${email} is off.`)
}

const parseVersion = (text: string): string => {
  if (!/^\S.{0,63}$/u.test(text)) throw new InvalidArgumentError('It is a name or a date of at most 64 characters.')
  return text
}

const renew = async (agreements: NewAgreements): Promise<void> => {
  if (Object.keys(agreements).length === 0) throw new Error('Say what is new: --terms, --privacy, or both.')
  const count = await withDatabase((db) => renewAgreements(db, agreements, new Date()))
  console.log(`Users who have to agree again: ${count}`)
}

const createUser = async (options: CreateUserOptions): Promise<void> => {
  const account = await accountOf(options)
  await withDatabase((db) => createAccount({ db, now: () => new Date() }, account))
  console.log(`${account.email} is ${account.role} of ${account.organisation}.`)
  if (!options.passwordStdin) console.log(`Password, shown only now: ${account.password}`)
}

/** Adds `lamella admin`: accounts and failed attempts, beside a running server. */
export const adminCommands = (program: Command): void => {
  const admin = program
    .command('admin')
    .description('manage accounts, plans, operators and work that failed; the server may run')
  admin
    .command('create-user')
    .description('make an account without mail; the first admin of an unknown organisation makes it too')
    .requiredOption('--email <address>')
    .requiredOption('--organisation <name>')
    .option('--admin', 'admin of the organisation')
    .addOption(new Option('--guest', 'guest: may only look at what is shared').conflicts('admin'))
    .option('--first-name <name>', 'first name', 'Lamella')
    .option('--last-name <name>', 'last name', 'User')
    .option('--password-stdin', 'read the password from the standard input; otherwise one is made and printed')
    .action(createUser)
  admin
    .command('reset-attempts')
    .description('let images and analyses that failed too often be tried again at once')
    .action(async () => {
      const count = await withDatabase((db) => resetAttempts({ db }))
      console.log(`Failed attempts are forgotten: ${count}`)
    })
  admin
    .command('reset-second-factor')
    .description('turn off the two-step verification of somebody who has lost app and recovery codes')
    .requiredOption('--email <address>')
    .action(resetSecondFactor)
  admin
    .command('renew-agreements')
    .description('new terms or a new privacy policy were published: everybody has to agree again')
    .option('--terms <version>', 'name or date of the new Terms of Service, for the audit log', parseVersion)
    .option('--privacy <version>', 'name or date of the new Privacy Policy', parseVersion)
    .action(renew)
  operatorCommands(admin)
  planCommands(admin)
}
