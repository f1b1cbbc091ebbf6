import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Account } from '../steps/account.ts'
import { dataFolder } from './portal.ts'

export type DemoRole = 'admin' | 'member' | 'guest'

/**
 * An account of the demo organisation. Tests may add to the organisation, but not remove what other tests need.
 *
 * @param folder data folder of the server, by default of the shared one
 */
export const demoAccount = (role: DemoRole, folder = dataFolder()): Account => {
  const { users }: { users: (Account & { role: DemoRole })[] } = JSON.parse(
    readFileSync(path.join(folder, 'demo.json'), 'utf8'),
  )
  const account = users.find((user) => user.role === role)
  if (!account) throw new Error(`The demo organisation has no ${role}`)
  return account
}
