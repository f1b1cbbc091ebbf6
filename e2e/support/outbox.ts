import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'playwright/test'
import { dataFolder } from './portal.ts'

const mailsTo = async (address: string): Promise<string[]> => {
  const folder = path.join(dataFolder(), 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(`-${address}.eml`)).sort()
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
}

/** The link in the n-th mail to an address; waits until the outbox has exactly that many. */
export const mailedLink = async (address: string, number = 1): Promise<string> => {
  await expect.poll(() => mailsTo(address)).toHaveLength(number)
  const mail = (await mailsTo(address)).at(-1) ?? ''
  const link = /^http\S+$/m.exec(mail)?.[0]
  if (!link) throw new Error(`No link in the mail:\n${mail}`)
  return link
}
