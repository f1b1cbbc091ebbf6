import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Image, logout, registry as registrySchema, updateMember } from '@lamella/shared/contract'
import { largeField } from '@lamella/shared/testing/pictures/large-field.ts'
import { httpReleases } from '../src/main/cli/release-http.ts'
import { createFolder } from './cluster.ts'
import { createProject, lookAtPicture, uploadPicture } from './demo-journey.ts'
import { madeBy } from './helper.ts'
import { finalStates, followImages } from './image-events.ts'
import type { Person } from './lab.ts'
import { filesOf, hashesOf } from './release-files.ts'
import { type ServerProcess, spawnLamella } from './server-process.ts'
import { startSeveralProcesses } from './several-processes.ts'
import { until } from './until.ts'
import { reprDigest, type StartedUpload, sha256Of, UploadClient } from './upload-client.ts'

const chunk = 2 * 1024 ** 2

/** A new PostgreSQL and five servers, on a busy machine. */
jest.setTimeout(300_000)

describe('Several processes, started by the lines of docs/running.md', () => {
  const system = madeBy(beforeAll, startSeveralProcesses)
  afterAll(() => system.close())
  const servers = () => [system.both, ...system.apis]
  const clientAt = ({ url }: { url: string }, { token }: { token: string } = system.lab.admin) =>
    new UploadClient(url, token)
  const client = () => clientAt(system.balancer)

  let project: string
  let file: Buffer
  beforeAll(async () => {
    project = await system.lab.addProject(system.lab.admin)
    const path = join(createFolder('pictures'), 'field.tif')
    await largeField({ path, width: 1700, height: 1500 })
    file = await readFile(path)
  })
  const start = () => client().start({ project, size: file.length, originalFilename: 'field.tif' })

  /**
   * As the client of the portal does: asks what is stored, sends the rest, and begins again after a lost connection.
   * @throws Error when another request holds the upload at more than eight tries, which take a second each
   */
  const sendRest = async (upload: StartedUpload, to = client()): Promise<void> => {
    for (let refused = 0; refused <= 8; ) {
      const status = await to.askProgress(upload, file.length)
      let at = Number(/-(\d+)$/.exec(status.headers.get('range') ?? '')?.[1] ?? -1) + 1
      let isLost = status.status === 502 || status.code === 'ERR_2007'
      if (status.code === 'ERR_2007') refused += 1
      while (!isLost && at < file.length) {
        const end = Math.min(file.length, at + chunk)
        const answer = await to.part(upload, file, at, end, end === file.length ? reprDigest(file) : {})
        if (answer.status === 201) return
        isLost = answer.status === 502
        if (!isLost && answer.status !== 308) throw new Error(`${answer.status} ${answer.body}`)
        at = end
      }
    }
    throw new Error('Another request holds the upload')
  }
  const expectWhole = async ({ imageId }: StartedUpload) => {
    const download = await client().request('GET', `/api/v1/images/${imageId}/download`)
    expect(sha256Of(download.body)).toBe(sha256Of(file))
  }
  const untilAvailable = ({ imageId }: StartedUpload) =>
    until(async () => {
      const { status, body } = await client().request('GET', `/api/v1/images/${imageId}`)
      return status === 200 && JSON.parse(body.toString()).data.status === 'available'
    })
  /** Sends the most of the first part, waits until some of it is written, and leaves the request open. @returns the status of its answer */
  const sendUnfinishedPart = async (upload: StartedUpload): Promise<{ status: Promise<number> }> => {
    const half = new ReadableStream({ start: (sender) => sender.enqueue(file.subarray(0, chunk * 0.75)) })
    const sending = client()
      .put(upload, `bytes 0-${chunk - 1}/${file.length}`, half)
      .then(({ status }) => status)
    const path = join(system.both.home.dataDir, 'uploads', upload.uploadId)
    await until(async () => ((await stat(path).catch(() => null))?.size ?? 0) > 0)
    return { status: sending }
  }

  it('are ready, each with its probes, on tables, keys and a demo that exist once', async () => {
    expect([servers().length, system.workers.length]).toEqual([3, 2])
    for (const one of [...servers(), ...system.workers]) {
      for (const path of ['/healthz', '/readyz']) expect((await fetch(one.url + path)).status).toBe(200)
      expect((await fetch(`${one.url}/metrics`)).status).toBe(401)
      expect(await system.metrics(one)).toMatch(/^process_cpu_seconds_total /m)
    }
    // Where it was told to, so that a probe of the platform finds it.
    expect(system.workerPorts).toHaveLength(1)
    for (const port of system.workerPorts)
      for (const path of ['/healthz', '/readyz'])
        expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200)
    for (const { url } of system.workers) expect((await fetch(`${url}/api/v1/users/me`)).status).toBe(404)
    for (const { log } of servers()) {
      expect(JSON.stringify(log)).toMatch(
        /No release of the shell is active.+npm run build.+release publish.+release activate/,
      )
    }
    expect(await system.ask('SELECT 1 FROM client_apps')).toHaveLength(1)
    expect(await system.ask("SELECT 1 FROM users WHERE email = 'admin@lamella.test'")).toHaveLength(1)
  })

  it('refuse one without DATABASE_URL on their folder, in words', async () => {
    const alone = spawnLamella(['serve'], { dataDir: system.both.home.dataDir, databaseUrl: undefined })
    const words = alone.stderr ? text(alone.stderr) : ''
    expect((await once(alone, 'exit'))[0]).toBe(1)
    expect(await words).toMatch(/^The data folder .+ is in use by another Lamella process\. .+ the same DATABASE_URL/)
  })

  it('D3-7-07 parts of one upload arrive at all of them, the file has its hash, and each tells its open pages', async () => {
    const streams = await Promise.all(servers().map((one) => followImages(clientAt(one))))
    const upload = await start()
    const before = new Map(system.balancer.served('PUT'))
    await sendRest(upload)
    const parts = servers().map(({ url }) => (system.balancer.served('PUT').get(url) ?? 0) - (before.get(url) ?? 0))
    expect(Math.min(...parts)).toBeGreaterThan(0)
    for (const { until, close } of streams) {
      await until(upload.imageId, ['uploading'])
      await until(upload.imageId, finalStates)
      close()
    }
    await expectWhole(upload)
  })

  it('a request whose client has fallen silent gives way to the next one, at another process', async () => {
    const upload = await start()
    const holder = system.balancer.next()
    const first = await sendUnfinishedPart(upload)
    const other = servers().find(({ url }) => url !== holder)
    await sendRest(upload, other && clientAt(other))
    expect(await first.status).not.toBe(308)
    await untilAvailable(upload)
    await expectWhole(upload)
  })

  /**
   * Waits until a process has received all notifications so far: they arrive in the order of their commits, and this one is the last.
   */
  const untilToldAt = async (server: ServerProcess): Promise<void> => {
    const witness = await followImages(clientAt(server))
    const [image] = await system.ask<{ id: string }>('SELECT id FROM images LIMIT 1')
    const event = JSON.stringify({ type: 'image', id: image?.id, project, status: 'available' })
    await system.ask("SELECT pg_notify('lamella_events', $1)", [event])
    await witness.until(image?.id ?? '', ['available'])
    witness.close()
  }
  const createAt = (server: ServerProcess, person: Person) => createProject(clientAt(server, person), 'A project')

  it('a role that is changed at one of them holds at the others at once', async () => {
    const [here, there] = system.apis
    if (!here || !there) throw new Error('There are two')
    const member = await system.lab.addPerson()
    await createAt(there, member)
    const changed = await clientAt(here).request('PATCH', updateMember.path.replace(':userId', member.userId), {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { role: 'GUEST' } }),
    })
    expect(changed.status).toBe(204)
    await untilToldAt(there)
    await expect(createAt(there, member)).rejects.toThrow('403')
  })

  it('a session that ends at one of them has ended at the others at once', async () => {
    const [here, there] = system.apis
    if (!here || !there) throw new Error('There are two')
    const member = await system.lab.addPerson()
    await createAt(there, member)
    expect((await clientAt(here, member).request('POST', logout.path)).status).toBe(204)
    await untilToldAt(there)
    await expect(createAt(there, member)).rejects.toThrow('401')
  })

  it('a release that is activated at one of them is told to open pages at the others, and is the one that they give', async () => {
    const [here, there] = system.apis
    if (!here || !there) throw new Error('There are two')
    const token = (await readFile(join(here.home.dataDir, 'operator.token'), 'utf8')).trim()
    const api = httpReleases(here.url, token)
    const files = filesOf('quality-control', '1.0.0')
    for (const [path, content] of Object.entries(files)) {
      await api.storeFile('quality-control', '1.0.0', path, content)
    }
    await api.complete('quality-control', '1.0.0', hashesOf(files))
    const page = await followImages(clientAt(there))
    await api.activate({ app: 'quality-control', version: '1.0.0', traffic: 100 }, { expected: '"0"' })
    await page.untilReleasesChanged()
    page.close()
    const registry = registrySchema.parse(await (await fetch(`${there.url}/registry.json`)).json())
    expect(registry.microFrontends['quality-control']).toMatchObject([{ metadata: { version: '1.0.0' } }])
  })

  it('each job is done once, by one of those that do jobs', async () => {
    const donePerProcess = async () => {
      const all = await Promise.all([...servers(), ...system.workers].map(system.metrics))
      const count = /^job_duration_seconds_count\{job="process-image",outcome="\w+"\} (\d+)/gm
      return all.map((text) => [...text.matchAll(count)].reduce((sum, [, number]) => sum + Number(number), 0))
    }
    const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
    const before = total(await donePerProcess())
    const pictures = await Promise.all(Array.from({ length: 8 }, (_, seed) => uploadPicture(client(), project, seed)))
    for (const picture of pictures) {
      expect(await lookAtPicture(client(), picture)).toEqual({ status: 'available', sha256: picture.sha256 })
    }
    // A job is measured after all of its other work.
    await until(async () => total(await donePerProcess()) >= before + pictures.length)
    const counts = await donePerProcess()
    expect(total(counts)).toBe(before + pictures.length)
    // Neither of the two "api".
    expect(counts.slice(1, 3)).toEqual([0, 0])
  })

  it('kill -9 of one amid a part of an upload loses nothing, and it starts again beside the others', async () => {
    const upload = await start()
    const api = await until(async () => {
      const found = system.apis.find(({ url }) => url === system.balancer.next())
      if (!found) await client().request('GET', '/healthz')
      return found
    })
    const sending = await sendUnfinishedPart(upload)
    await api.kill9()
    expect(await sending.status).toBe(502)
    const survivors = servers().filter((one) => one !== api)
    // The balancer has not noticed yet: every third request is lost.
    await sendRest(upload)
    await untilAvailable(upload)
    system.balancer.use(survivors.map(({ url }) => url))
    await expectWhole(upload)
    const again = await system.startApi()
    expect(await clientAt(again).json<Image>(`/api/v1/images/${upload.imageId}`)).toMatchObject({ status: 'available' })
  })
})
