import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image } from '@lamella/shared/contract'
import { largeField } from '@lamella/shared/testing/pictures/large-field.ts'
import { type Connection, connect } from '../src/platform/db/database.ts'
import { createFolder } from './cluster.ts'
import { finalStates } from './image-events.ts'
import { createLab } from './lab.ts'
import { createHome, type Home, type ServerProcess, startServerProcess } from './server-process.ts'
import { until } from './until.ts'
import { type StartedUpload, UploadClient } from './upload-client.ts'

/** A server that is killed and started again on the same home. */
export interface KilledServer {
  home: Home
  connection: Connection
  project: string
  /** A TIFF that is uploaded in several parts. */
  file: Buffer
  /** Client of an admin. */
  client(): UploadClient
  kill9(): Promise<void>
  start(): Promise<void>
  /** Runs a query. @returns the first number of the first row */
  count(sql: string, value: string): Promise<number>
  untilSettled(upload: StartedUpload): Promise<Image>
  untilNoJobs(): Promise<void>
  close(): Promise<void>
}

/** Null: there is no such file. */
export const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )

/** @param size - of the picture in `file`, pixels */
export const startKilledServer = async (size: { width: number; height: number }): Promise<KilledServer> => {
  const home = await createHome()
  const connection = connect(home.databaseUrl ?? '')
  const lab = await createLab(connection.db)
  const path = join(createFolder('pictures'), 'field.tif')
  await largeField({ path, ...size })
  let server: ServerProcess = await startServerProcess({ home })
  const client = () => new UploadClient(server.url, lab.admin.token)
  const count: KilledServer['count'] = async (sql, value) => (await connection.pool.query(sql, [value])).rows[0]?.count
  return {
    home,
    connection,
    project: await lab.addProject(lab.admin),
    file: await readFile(path),
    client,
    count,
    kill9: () => server.kill9(),
    start: async () => {
      server = await startServerProcess({ home })
    },
    untilSettled: ({ imageId }) =>
      until(async () => {
        const image = await client().json<Image>(`/api/v1/images/${imageId}`)
        return finalStates.some((state) => state === image.status) && image
      }),
    // A job is deleted from its queue after all of its other work.
    untilNoJobs: async () => {
      const jobs = "SELECT count(*)::int FROM jobs.job WHERE data->>'name' = $1"
      await until(async () => (await count(jobs, 'process-image')) === 0)
    },
    close: async () => {
      await server.stop()
      await connection.close()
    },
  }
}
