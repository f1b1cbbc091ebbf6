import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeClusterFolder, removeRun, temporaryFolder } from './cluster.ts'

const prefix = 'lamella-test-'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Stops databases of killed runs. */
const removeLeftovers = async (): Promise<void> => {
  const dead = readdirSync(tmpdir()).filter(
    (name) => name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))),
  )
  for (const name of dead) {
    const folder = join(tmpdir(), name)
    await removeRun(folder).catch((error) => console.warn(`${folder} was left by a test run: ${error}`))
  }
}

/** Names the folder of this run by its process. The database starts when the first test needs it. */
export default async (): Promise<void> => {
  const folder = join(tmpdir(), `${prefix}${process.pid}`)
  await removeLeftovers()
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  process.env.LAMELLA_TEST_FOLDER = folder
  makeClusterFolder(folder)
  mkdirSync(temporaryFolder(), { recursive: true })
  chmodSync(temporaryFolder(), 0o1777)
}
