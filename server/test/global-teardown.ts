import { removeRun } from './cluster.ts'

export default async (): Promise<void> => {
  const folder = process.env.LAMELLA_TEST_FOLDER
  if (folder) await removeRun(folder)
}
