import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as contract from '@lamella/shared/contract'
import { eq, sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { cleanUpBundles } from '../src/domains/analysis/bundle-expiry.ts'
import { createMakeBundle } from '../src/domains/analysis/jobs/make-bundle.ts'
import { createResultObjects } from '../src/domains/analysis/result-objects.ts'
import { resultBundles } from '../src/platform/db/schema/index.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { createdId, field, lastTry, setUpAnalysedProject } from './analysed-project.ts'
import { createFolder } from './cluster.ts'
import { sha256Of } from './upload-client.ts'

const { server, at, submit, analyse, order } = setUpAnalysedProject()

describe('A result bundle', () => {
  const makeBundle = (bundleId: string) =>
    createMakeBundle(server.context, createResultObjects(server.context))({ bundleId }, lastTry)
  const stateOf = async (bundleId: string) =>
    (await server.call(contract.getBundle, { params: { bundleId }, token: at.viewer.token })).body.data
  const bundle = async (format: contract.BundleFormat, jobs: string[]) => {
    const bundleId = createdId(await order(format, jobs))
    expect(await stateOf(bundleId)).toMatchObject({ status: 'pending', downloadUrl: null, expires: null })
    await makeBundle(bundleId)
    return bundleId
  }
  const download = (bundleId: string, token: string) =>
    server.call(contract.downloadBundle, { params: { bundleId }, query: { access_token: token } })
  const day = 24 * 3600 * 1000
  /** Runs with the server's clock advanced. */
  const later = async <T>(days: number, run: () => Promise<T>): Promise<T> => {
    const { now } = server.context
    server.context.now = () => new Date(now().getTime() + days * day)
    try {
      return await run()
    } finally {
      server.context.now = now
    }
  }

  it('identical to an existing one is not made again until its results change', async () => {
    const [one, other] = [await analyse(), await analyse()]
    const first = createdId(await order('csv', [one, other]))
    expect(createdId(await order('csv', [other, one]))).toBe(first)
    await makeBundle(first)
    expect(createdId(await order('csv', [one, other], at.lab.admin.token))).toBe(first)
    expect(createdId(await order('xlsx', [one, other]))).not.toBe(first)
    await server.call(contract.deleteJob, { params: { jobId: other }, token: at.lab.admin.token })
    expect(createdId(await order('csv', [one, other]))).not.toBe(first)
  })

  it('is kept for seven days, states its expiry, and afterwards why it is gone', async () => {
    const jobId = await analyse()
    const bundleId = await bundle('csv', [jobId])
    const made = Date.now()
    const { expires } = await stateOf(bundleId)
    expect(Math.abs(Date.parse(expires ?? '') - made - 7 * day)).toBeLessThan(60_000)
    await later(6.9, () => cleanUpBundles(server.context))
    expect(await download(bundleId, at.viewer.token)).toMatchObject({ status: 200 })
    const gone = {
      status: 'failed',
      statusErrors: ['The file was removed after 7 days. Order it again: the results are still there.'],
      downloadUrl: null,
      expires: null,
    }
    const { db } = server.context
    await db
      .update(resultBundles)
      .set({ expires: new Date(Date.now() - 1) })
      .where(eq(resultBundles.id, bundleId))
    expect(await stateOf(bundleId)).toMatchObject(gone)
    expect(await download(bundleId, at.viewer.token)).toMatchObject({ status: 410, code: 'ERR_0410' })
    await cleanUpBundles(server.context)
    expect(await stateOf(bundleId)).toMatchObject(gone)
    expect(await download(bundleId, at.viewer.token)).toMatchObject({ status: 410, code: 'ERR_0410' })
    const { rows } = await server.context.db.execute<{ keys: string[] }>(
      sql`select data->'payload'->'keys' as keys from jobs.job where data->>'name' = 'remove-blobs'`,
    )
    expect(rows.map(({ keys }) => keys)).toContainEqual([blobKeys.bundle(bundleId)])
    expect(createdId(await order('csv', [jobId]))).not.toBe(bundleId)
  })

  it('is rate-limited per person', async () => {
    const jobs = Array.from({ length: 21 }, () => randomUUID())
    const person = await at.lab.addPerson()
    const own = await at.lab.addProject(at.lab.admin, [[person, 'viewer']])
    const orderOwn = (jobId: string) => {
      const content = {
        project: own,
        appName: 'dab-scoring',
        appVersions: ['2.3.0'],
        bundleAction: 'csv' as const,
        jobs: [jobId],
      }
      return server.call(contract.createBundle, { body: { data: content }, token: person.token })
    }
    for (const jobId of jobs.slice(0, 20)) expect(await orderOwn(jobId)).toMatchObject({ status: 201 })
    const refused = await orderOwn(jobs[20] ?? '')
    expect(refused).toMatchObject({ status: 429, code: 'ERR_0429' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // An existing identical bundle does not count.
    expect(await orderOwn(jobs[3] ?? '')).toMatchObject({ status: 201 })
  })

  it('as xlsx has the numbers of the page, and all objects', async () => {
    const jobId = await analyse()
    const book = join(createFolder('bundle'), 'results.xlsx')
    await writeFile(book, (await download(await bundle('xlsx', [jobId]), at.viewer.token)).raw)
    const { body } = await server.call(contract.getJobResult, { params: { jobId }, token: at.viewer.token })
    const sheets = await readXlsxFile(book)
    const [titles, row] = sheets[0]?.data ?? []
    expect(titles?.slice(0, 3)).toEqual(['Image', 'Application', 'Version'])
    expect(row?.slice(4)).toEqual([...body.data.figures.map(({ value }) => value), 0.5, 'file', 'Original', 0, jobId])
    const { body: objects } = await server.call(contract.getResultObjects, {
      params: { resultId: jobId },
      token: at.viewer.token,
    })
    expect(sheets[1]?.data.slice(1)).toEqual(
      objects.data.map(({ no, class: name, values }) => [
        ...['=field', no, name],
        ...Object.values(values),
        ...['Original', null, jobId],
      ]),
    )
    const facts = new Map(sheets[2]?.data.slice(1).map(([, fact, value]) => [fact, value]))
    expect(facts.get('imageSha256')).toBe(sha256Of(field))
    expect(facts.get('nucleusDiameterPx')).toBe(16)
    expect(facts.get('stainVectors.dab')).toMatch(/^0\.\d+, 0\.\d+, 0\.\d+$/)
    expect(facts.get('model.sha256')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('as csv has the same numbers, and no cell that a spreadsheet runs as a formula', async () => {
    const jobId = await analyse()
    const files = unzipSync((await download(await bundle('csv', [jobId]), at.viewer.token)).raw)
    const text = strFromU8(files['results.csv'] ?? new Uint8Array())
    const { body } = await server.call(contract.getJobResult, { params: { jobId }, token: at.viewer.token })
    const [titles, row] = text.replace('\uFEFF', '').trim().split('\r\n')
    expect(row?.startsWith("'=field,dab-scoring,2.3.0,")).toBe(true)
    const figures = body.data.figures.length
    expect(row?.split(',').slice(4, 9 + figures)).toEqual([
      ...body.data.figures.map(({ value }) => String(value ?? '')),
      ...['0.5', 'file', 'Original', '0', jobId],
    ])
    const objects = strFromU8(files['objects.csv'] ?? new Uint8Array())
      .trimEnd()
      .split('\r\n')
    expect(objects).toHaveLength(1 + body.data.objectCount)
    // One column per fact of the provenance.
    const facts = titles?.split(',').slice(9 + figures)
    expect(facts).toEqual(expect.arrayContaining(['imageSha256', 'model.sha256', 'stainVectors.dab', 'suitability']))
    expect(row).toContain(`,${sha256Of(field)},`)
  })

  it('is named after project, application and day, in characters that every file system takes', async () => {
    const jobId = await analyse()
    const admin = at.lab.admin.token
    const day = new Date().toISOString().slice(0, 10)
    const nameOf = async (format: contract.BundleFormat, project: string): Promise<string> => {
      const call = { params: { projectId: at.project }, body: { data: { name: project } }, token: admin }
      expect(await server.call(contract.updateProject, call)).toMatchObject({ status: 204 })
      const { headers } = await download(await bundle(format, [jobId]), at.viewer.token)
      return String(headers['content-disposition'])
    }
    expect(await nameOf('xlsx', 'Ki-67 a/b: "x"')).toBe(
      `attachment; filename="Ki-67 a_b_ _x_, DAB scoring, ${day}.xlsx"`,
    )
    const long = await nameOf('csv', 'µ'.repeat(100))
    expect(long).toContain(`filename*=UTF-8''${'%C2%B5'.repeat(55)}%2C%20DAB%20scoring%2C%20${day}.zip`)
  })

  it('as csv of an earlier server is still handed out as what it is', async () => {
    const bundleId = await bundle('csv', [await analyse()])
    await server.context.blobs.write(blobKeys.bundle(bundleId), Buffer.from('Image\r\n'))
    const { headers, raw } = await download(bundleId, at.viewer.token)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toContain('.csv')
    expect(raw.toString()).toBe('Image\r\n')
  })

  it('without any result fails in words', async () => {
    const { body } = await submit(at.lab.admin.token)
    const bundleId = await bundle('csv', [body.data.id])
    const { body: state } = await server.call(contract.getBundle, { params: { bundleId }, token: at.viewer.token })
    expect(state.data).toMatchObject({ status: 'failed', statusErrors: ['There are no results to put together.'] })
  })

  it('cannot be downloaded by strangers', async () => {
    const stranger = await at.lab.addPerson()
    const bundleId = await bundle('csv', [await analyse()])
    expect(await download(bundleId, stranger.token)).toMatchObject({ status: 404 })
    expect(await download(bundleId, '')).toMatchObject({ status: 401 })
  })
})

describe('D3-7-23 The results of a project', () => {
  const list = (query: object, token = at.viewer.token) =>
    server.call(contract.listJobResults, { params: { projectId: at.project }, query, token } as never)

  it('are those of its successful jobs as their pages show them, in pages of 250, and of the jobs that are asked for', async () => {
    const [one, other] = [await analyse(), await analyse()]
    const waiting = (await submit(at.lab.admin.token)).body.data.id
    const { body: page } = await server.call(contract.getJobResult, { params: { jobId: one }, token: at.viewer.token })
    const { body } = await list({ 'filter[jobs]': [one, waiting].join() })
    expect(body.data).toMatchObject([
      {
        job: one,
        image: at.imageId,
        imageName: '=field',
        appName: 'dab-scoring',
        params: { stainVectors: 'estimated', nucleusDiameterPx: null },
        figures: page.data.figures,
      },
    ])
    expect(body.data).toHaveLength(1)
    const { body: ofImage } = await list({ 'filter[image]': at.imageId })
    const ids = ofImage.data.map(({ job }: { job: string }) => job)
    expect(ids.slice(0, 2)).toEqual([other, one])
    expect(ids).not.toContain(waiting)
    const first = await list({ 'filter[image]': at.imageId, 'page[size]': 1 })
    const next = Object.fromEntries(new URL(first.body.links.next ?? '', 'http://x').searchParams)
    expect((await list(next)).body.data[0]?.job).toBe(one)
  })

  it.each(['x', '019aa000-0000-7000-8000-000000000001,', "1' or '1", '------------------------------------'])(
    'are refused for jobs that are no ids: %j',
    async (jobs) => {
      expect(await list({ 'filter[jobs]': jobs })).toMatchObject({ status: 400, code: 'ERR_0400' })
    },
  )
})
