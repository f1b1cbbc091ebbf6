import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Account } from '../steps/account.ts'
import { dataFolder } from './portal.ts'

export type DemoRole = 'admin' | 'member' | 'guest'

/**
 * People of the demo organisation. Tests add to it; none takes away what another needs.
 * @param folder - data folder of the server; that of the server which the tests share by default
 */
export const demoAccount = (role: DemoRole, folder = dataFolder()): Account => {
  const { users }: { users: (Account & { role: DemoRole })[] } = JSON.parse(
    readFileSync(path.join(folder, 'demo.json'), 'utf8'),
  )
  const account = users.find((user) => user.role === role)
  if (!account) throw new Error(`The demo organisation has no ${role}`)
  return account
}
