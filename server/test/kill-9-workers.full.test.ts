import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image } from '@lamella/shared/contract'
import { largeField } from '@lamella/shared/testing/pictures/large-field.ts'
import { connect } from '../src/platform/db/database.ts'
import { createFolder } from './cluster.ts'
import { finalStates } from './image-events.ts'
import { filesOf } from './image-server.ts'
import { createLab } from './lab.ts'
import { seededRandom } from './seed.ts'
import { createHome, type ServerProcess, startServerProcess } from './server-process.ts'
import { until } from './until.ts'
import { type StartedUpload, UploadClient } from './upload-client.ts'

const kills = 4
/** Images that are added at once, so that both workers have work. */
const added = 3

/** Each change of a state that a worker makes, also to the same state again: `processing` is the beginning of a try. */
const noteChanges = `
CREATE TABLE noted (at timestamptz NOT NULL DEFAULT clock_timestamp(), medium uuid NOT NULL, status text NOT NULL);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN INSERT INTO noted (medium, status) VALUES (NEW.id, NEW.status); RETURN NULL; END';
CREATE TRIGGER note AFTER UPDATE OF status ON media FOR EACH ROW WHEN (NEW.status IN ('processing', 'available', 'processingFailed'))
  EXECUTE FUNCTION note()`

interface Kill {
  before: number
  after: number
}

/** Seven starts of a process, on a machine that may be busy. */
jest.setTimeout(300_000)

describe('Two workers, of which one or the other is killed (-9) amid its work', () => {
  const random = seededRandom('kill-9-workers')
  const cleanUp = new AsyncDisposableStack()
  afterAll(() => cleanUp.disposeAsync())

  const startSystem = async () => {
    const home = await createHome()
    const connection = connect(home.databaseUrl ?? '')
    cleanUp.defer(connection.close)
    const lab = await createLab(connection.db)
    await connection.pool.query(noteChanges)
    const start = async (command: 'serve' | 'worker'): Promise<ServerProcess> => {
      const role = command === 'serve' ? { LAMELLA_ROLE: 'api' } : {}
      const started = await startServerProcess({ home, command, env: { ...role, WORKER_CONCURRENCY: '1' } })
      cleanUp.defer(async () => void (await started.stop()))
      return started
    }
    const [api, ...workers] = await Promise.all([start('serve'), start('worker'), start('worker')])
    const client = new UploadClient(api.url, lab.admin.token)
    return { home, connection, workers, client, project: await lab.addProject(lab.admin), start }
  }

  it('each image is processed by one at a time, again only after the kill of the one that had begun, and becomes available once', async () => {
    const { home, connection, workers, client, project, start } = await startSystem()
    const ask = async <R extends object>(sql: string): Promise<R[]> => (await connection.pool.query(sql)).rows
    const clock = async () =>
      (await ask<{ at: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 AS at'))[0]?.at ?? Number.NaN

    // The same picture, so that all images must have the same pictures; another content each, as attempts are counted by content.
    const path = join(createFolder('pictures'), 'field.tif')
    await largeField({ path, width: 1300, height: 1100 })
    const picture = await readFile(path)
    const uploads: StartedUpload[] = []
    let number = 0
    const add = async () => {
      number += 1
      const file = Buffer.concat([picture, Buffer.from(`number ${number}`)])
      uploads.push(await client.upload(file, { project, originalFilename: 'field.tif' }))
    }
    const untilSettled = ({ imageId }: StartedUpload) =>
      until(async () => {
        const image = await client.json<Image>(`/api/v1/images/${imageId}`)
        return finalStates.some((state) => state === image.status) && image
      })

    /** Adds images until both workers have one: where uploads are slow, the first ones are ready before the last one has come. */
    const untilBothBusy = async (): Promise<void> => {
      const count = async (state: string) => (await ask(`SELECT 1 FROM media WHERE ${state}`)).length
      const areBothBusy = async () => (await count("status = 'processing'")) >= workers.length
      do {
        await Promise.all(Array.from({ length: added }, add))
        await until(async () => (await areBothBusy()) || (await count("status <> 'available'")) === 0, 5)
      } while (!(await areBothBusy()))
    }

    const killed: Kill[] = []
    while (killed.length < kills) {
      await untilBothBusy()
      const victim = random.integer(workers.length)
      const before = await clock()
      await workers[victim]?.kill9()
      killed.push({ before, after: await clock() })
      workers[victim] = await start('worker')
    }

    for (const upload of uploads) {
      const { status, statusErrors } = await untilSettled(upload)
      expect({ status, statusErrors }).toEqual({ status: 'available', statusErrors: [] })
    }
    await until(async () => (await ask("SELECT 1 FROM jobs.job WHERE data->>'name' = 'process-image'")).length === 0)

    const noted = await ask<{ at: number; medium: string; status: string }>(
      'SELECT extract(epoch FROM at)::float8 AS at, medium, status FROM noted ORDER BY at',
    )
    let again = 0
    for (const { mediumId } of uploads) {
      const own = noted.filter(({ medium }) => medium === mediumId)
      expect(own.map(({ status }) => status).slice(-2)).toEqual(['processing', 'available'])
      const begun = own.filter(({ status }) => status === 'processing').map(({ at }) => at)
      expect(own).toHaveLength(begun.length + 1)
      for (const [i, at] of begun.entries()) {
        const earlier = begun[i - 1]
        if (earlier === undefined) continue
        again += 1
        expect(killed.some(({ before, after }) => earlier < after && before < at)).toBe(true)
      }
    }
    // A worker has one job, and each of them was killed amid one.
    expect(again).toBeGreaterThan(0)
    expect(again).toBeLessThanOrEqual(kills)

    const files = await filesOf(home.dataDir)
    expect(files.filter((name) => !name.startsWith('blobs/media/'))).toEqual([])
    const picturesOf = async ({ mediumId }: StartedUpload) => {
      const names = files.filter((name) => name.includes(`${mediumId}/pictures/`)).sort()
      const hash = createHash('sha256')
      for (const name of names)
        hash.update(`${name.split('/').at(-1)} `).update(await readFile(join(home.dataDir, name)))
      return { files: names.length, hash: hash.digest('hex') }
    }
    const all = await Promise.all(uploads.map(picturesOf))
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(1)
    expect(all[0]?.files).toBeGreaterThan(1)
  })
})
