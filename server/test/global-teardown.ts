import { rm } from 'node:fs/promises'
import { stopCluster } from './cluster.ts'

export default async (): Promise<void> => {
  const folder = process.env.LAMELLA_TEST_FOLDER
  if (!folder) return
  await stopCluster(folder)
  await rm(folder, { recursive: true, force: true })
}
