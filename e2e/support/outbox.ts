import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'playwright/test'
import { dataFolder } from './portal.ts'

const mailsTo = async (address: string): Promise<string[]> => {
  const folder = path.join(dataFolder(), 'outbox')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names.filter((name) => name.endsWith(`-${address}.eml`)).map((name) => readFile(path.join(folder, name), 'utf8')),
  )
}

/** The address in the one mail to somebody, as soon as it lies in the outbox. */
export const mailedLink = async (address: string): Promise<string> => {
  await expect.poll(() => mailsTo(address)).toHaveLength(1)
  const [mail = ''] = await mailsTo(address)
  const link = /^http\S+$/m.exec(mail)?.[0]
  if (!link) throw new Error(`No link in the mail:\n${mail}`)
  return link
}
