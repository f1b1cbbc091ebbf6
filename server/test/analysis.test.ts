import { randomUUID } from 'node:crypto'
import * as contract from '@lamella/shared/contract'
import { eq, sql } from 'drizzle-orm'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { readBaseModel } from '../src/learning/models/base-models.ts'
import { analysisJobs, auditLog, images } from '../src/platform/db/schema/index.ts'
import { UnknownWork } from '../src/platform/queue/job-types.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { field, lastTry, setUpAnalysedProject } from './analysed-project.ts'
import { until } from './until.ts'
import { sha256Of } from './upload-client.ts'

const { server, at, formOf, submit, analyse } = setUpAnalysedProject()

describe('A job', () => {
  it('is refused for users who may not edit the project', async () => {
    const stranger = await at.lab.addPerson()
    expect(await submit(at.viewer.token)).toMatchObject({ status: 403, code: 'ERR_0403' })
    expect(await submit(stranger.token)).toMatchObject({ status: 404, code: 'ERR_0404' })
    expect(await submit('')).toMatchObject({ status: 401 })
  })

  it.each([
    ['an unknown version', () => submit(at.lab.admin.token, at.imageId, '9.9.9'), 404, 'ERR_4002'],
    ['an image that does not exist', () => submit(at.lab.admin.token, at.project), 404, 'ERR_0404'],
  ])('is refused for %s', async (_, call, status, code) => {
    expect(await call()).toMatchObject({ status, code })
  })

  it('is refused for a retired version, and one that waited for it ends in words', async () => {
    const { body } = await submit(at.lab.admin.token, at.imageId)
    // As an earlier server has ordered it.
    const jobId = body.data.id
    await server.context.db.update(analysisJobs).set({ appVersion: '1.0.0' }).where(eq(analysisJobs.id, jobId))
    await createRunAnalysis(server.context)({ jobId }, lastTry)
    const { body: state } = await server.call(contract.getJob, { params: { jobId }, token: at.viewer.token })
    expect(state.data).toMatchObject({
      status: 'failed',
      statusErrors: [expect.stringMatching(/^DAB scoring 1\.0\.0 was replaced by \d\.\d\.\d .* Run it again/)],
    })
    const refused = await submit(at.lab.admin.token, at.imageId, '1.0.0')
    expect(refused).toMatchObject({ status: 404, code: 'ERR_4002' })
    const [error] = JSON.parse(refused.raw.toString()).errors
    expect(error.detail).toBe('DAB scoring 1.0.0 is retired: choose a newer version.')
  })

  it('D3-1-24 is offered for three applications at least; the retired version is listed for the names of its jobs', async () => {
    const { body: listed } = await server.call(contract.listApplications, { token: at.viewer.token })
    expect(listed.data.map(({ displayName, version, status }) => [displayName, version, status])).toEqual(
      expect.arrayContaining([
        ['DAB scoring', '2.3.0', 'available'],
        ['DAB scoring', '1.0.0', 'retired'],
        ['DAB scoring', '2.0.0', 'retired'],
        ['Ki-67 breast', '1.3.0', 'available'],
        ['Ki-67 breast', '1.0.0', 'retired'],
        ['Nuclei', '1.3.0', 'available'],
        ['Nuclei', '1.0.0', 'retired'],
      ]),
    )
  })

  it.each([
    [{ nucleusDiameterPx: 1 }, 'Nucleus diameter: enter a number from 5 to 200 px.'],
    [
      { stainVectors: 'mine' },
      'Stain vectors: choose one of Estimated from the image, Fixed (Ruifrok & Johnston 2001).',
    ],
    [{ radius: 3 }, 'There is no parameter "radius".'],
  ])('is refused in words for the parameters %j', async (params, detail) => {
    const refused = await server.call(contract.createJob, {
      body: { data: formOf(at.imageId, '2.3.0', params) },
      token: at.lab.admin.token,
    })
    expect(refused).toMatchObject({ status: 400, code: 'ERR_4004' })
    expect(JSON.parse(refused.raw.toString()).errors[0].detail).toBe(detail)
  })

  it('D1-9-26 is accepted, whatever is stored, when neither jobs nor storage are limited', async () => {
    expect((await submit(at.lab.admin.token)).status).toBe(201)
  })

  it('yields figures, and objects in the order of their numbers', async () => {
    const jobId = await analyse()
    const { token } = at.viewer
    const { body: state } = await server.call(contract.getJob, { params: { jobId }, token })
    expect(state.data).toMatchObject({ status: 'successful', progress: 1, imageName: '=field' })
    const { body: result } = await server.call(contract.getJobResult, { params: { jobId }, token })
    const resultId = result.data.id
    const { body: objects } = await server.call(contract.getResultObjects, { params: { resultId }, token })
    expect(objects.data.length).toBe(result.data.objectCount)
    expect(objects.data.length).toBeGreaterThan(20)
    expect(objects.data.map(({ no }) => no)).toEqual(objects.data.map((_, index) => index + 1))
    expect(result.data.classes.reduce((sum, { count }) => sum + count, 0)).toBe(objects.data.length)
  })

  it('returns by page and by box the same objects as all at once', async () => {
    const jobId = await analyse()
    const { token } = at.viewer
    const { body: result } = await server.call(contract.getJobResult, { params: { jobId }, token })
    const params = { resultId: result.data.id }
    const { body: all } = await server.call(contract.getResultObjects, { params, token })
    const pageOf = async (query: object) =>
      (await server.call(contract.pageResultObjects, { params, query, token })).body.data
    const total = result.data.objectCount
    expect(await pageOf({ 'page[offset]': 10, 'page[size]': 5 })).toEqual({
      total,
      offset: 10,
      objects: all.data.slice(10, 15),
    })
    const byArea = all.data.toSorted((a, b) => (b.values.area ?? 0) - (a.values.area ?? 0) || a.no - b.no)
    expect((await pageOf({ sort: '-area', 'page[size]': 7 })).objects).toEqual(byArea.slice(0, 7))
    const sought = byArea[15]?.no ?? 0
    const around = await pageOf({ sort: '-area', 'page[size]': 7, around: sought })
    expect([around.offset, around.objects]).toEqual([14, byArea.slice(14, 21)])
    const positive = all.data.filter((object) => object.class === '3+')
    expect(await pageOf({ 'filter[class]': '3+' })).toEqual({ total: positive.length, offset: 0, objects: positive })
    const unsorted = await server.call(contract.pageResultObjects, { params, query: { sort: 'colour' }, token })
    expect(unsorted).toMatchObject({ status: 400, code: 'ERR_0400' })

    const query = { left: 0, top: 0, right: 250, bottom: 200, limit: 5000 }
    const { body: box } = await server.call(contract.findResultObjects, { params, query, token })
    const reaching = all.data.filter(({ polygon }) => {
      const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)]
      return Math.min(...xs) <= 250 && Math.min(...ys) <= 200
    })
    expect(box.data).toEqual({
      total: reaching.length,
      oneOf: 1,
      objects: reaching.map(({ no, class: name, polygon }) => ({ no, class: name, polygon })),
    })
    const few = await server.call(contract.findResultObjects, { params, query: { ...query, limit: 5 }, token })
    expect(few.body.data.total).toBe(reaching.length)
    expect(few.body.data.oneOf).toBeGreaterThan(1)
  })

  it('of an older server has its objects in JSON, and returns them in all ways', async () => {
    const jobId = await analyse()
    const { token } = at.viewer
    const { blobs } = server.context
    const all = () => server.call(contract.getResultObjects, { params: { resultId: jobId }, token })
    const before = (await all()).body.data
    await blobs.write(blobKeys.jsonObjects(jobId), Buffer.from(JSON.stringify(before)))
    await blobs.remove(blobKeys.resultObjects(jobId))
    const query = { 'page[offset]': 3, 'page[size]': 4 }
    const page = await server.call(contract.pageResultObjects, { params: { resultId: jobId }, query, token })
    expect(page.body.data.objects).toEqual(before.slice(3, 7))
    expect((await all()).body.data).toEqual(before)
    // The JSON is kept: older servers may still be running beside this one.
    expect(await blobs.stat(blobKeys.jsonObjects(jobId))).not.toBeNull()
  })

  it('keeps with its result all that is needed to reproduce the numbers', async () => {
    const jobId = await analyse()
    const { body } = await server.call(contract.getJobResult, { params: { jobId }, token: at.viewer.token })
    expect(body.data.provenance).toEqual({
      application: 'dab-scoring 2.3.0',
      job: jobId,
      runBy: 'Ada Example',
      project: expect.any(String),
      projectId: at.project,
      image: at.mediumId,
      imageSha256: sha256Of(field),
      suitability: 'fits',
      pixelSizeFrom: 'file',
      params: { nucleusDiameterPx: null, stainVectors: 'estimated' },
      pixelSizeUm: { x: 0.5, y: 0.5 },
      model: { name: 'stained', sha256: (await readBaseModel('stained')).sha256 },
      networkViews: 1,
      nucleusDiameterPx: 16,
      nucleusDiameterFrom: 'from the pixel size, for nuclei of 8 µm',
      // Measured on the image.
      stainVectors: { hematoxylin: expect.any(Array), dab: expect.any(Array) },
      stainVectorsFrom: 'estimated from the image',
      whitePoint: [expect.any(Number), expect.any(Number), expect.any(Number)],
      dabOdCuts: [0.2, 0.4, 0.6],
    })
  })

  it('that runs twice has one result', async () => {
    const jobId = await analyse()
    await createRunAnalysis(server.context)({ jobId }, lastTry)
    const { body } = await server.call(contract.listJobs, { params: { projectId: at.project }, token: at.viewer.token })
    expect(body.data.filter(({ id }) => id === jobId)).toHaveLength(1)
  })

  it('that was interrupted resumes from its checkpoints with the identical result', async () => {
    const jobId = await analyse()
    const { body: first } = await server.call(contract.getJobResult, { params: { jobId }, token: at.viewer.token })
    const { body: submitted } = await submit(at.lab.admin.token)
    const interrupted = submitted.data.id
    const controller = new AbortController()
    const { blobs } = server.context
    let kept = 0
    const context = {
      ...server.context,
      blobs: Object.assign(Object.create(blobs) as typeof blobs, {
        write: async (...args: Parameters<typeof blobs.write>) => {
          const written = await blobs.write(...args)
          kept += 1
          controller.abort(new Error('shutdown'))
          return written
        },
      }),
    }
    const run = createRunAnalysis(context)({ jobId: interrupted }, { signal: controller.signal, isLastTry: false })
    await expect(run).rejects.toThrow('shutdown')
    expect(kept).toBe(1)
    await createRunAnalysis(server.context)({ jobId: interrupted }, lastTry)
    const { body: second } = await server.call(contract.getJobResult, {
      params: { jobId: interrupted },
      token: at.viewer.token,
    })
    expect(second.data.figures).toEqual(first.data.figures)
  })

  it('is announced to open pages when it is submitted, cancelled and deleted', async () => {
    const heard: { id: string; status: string }[] = []
    const marker = { type: 'job', id: randomUUID(), project: at.project, status: 'pending', progress: 0 } as const
    const allHeard = Promise.withResolvers<void>()
    const unsubscribe = server.context.events.subscribe((event) => {
      if (event.type === 'job') heard.push(event)
      if ('id' in event && event.id === marker.id) allHeard.resolve()
    })
    const { body } = await submit(at.lab.admin.token)
    const jobId = body.data.id
    const remove = () => server.call(contract.deleteJob, { params: { jobId }, token: at.lab.admin.token })
    await remove()
    await remove()
    // Arrives after the others, so that one which is missing fails at once.
    await server.context.events.publish(marker)
    await allHeard.promise
    const statuses = heard.filter(({ id }) => id === jobId).map(({ status }) => status)
    expect(statuses).toEqual(['pending', 'cancelled', 'cancelled'])
    unsubscribe()
  })

  it('is not submitted for an image that is moved to another project at that moment', async () => {
    const target = await at.lab.addProject(at.lab.admin)
    const { db } = server.context
    const moveTo = (tx: Pick<typeof db, 'update'>, projectId: string) =>
      tx.update(images).set({ projectId }).where(eq(images.id, at.imageId))
    const waits = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    const submitted = await db.transaction(async (tx) => {
      await tx.select({ id: images.id }).from(images).where(eq(images.id, at.imageId)).for('update')
      await moveTo(tx, target)
      const submission = submit(at.lab.admin.token)
      await until(async () => (await db.execute(waits)).rows.length > 0)
      // Not awaited here: it waits for this transaction.
      return { submission }
    })
    expect((await submitted.submission).code).toBe('ERR_0404')
    await moveTo(db, at.project)
  })

  const cancel = (jobId: string) =>
    server.call(contract.deleteJob, { params: { jobId }, query: { only: 'unfinished' }, token: at.lab.admin.token })

  it('that has ended meanwhile is not deleted by somebody who only cancels it', async () => {
    const jobId = await analyse()
    expect(await cancel(jobId)).toMatchObject({ status: 409, code: 'ERR_4006' })
    const read = () => server.call(contract.getJobResult, { params: { jobId }, token: at.viewer.token })
    expect((await read()).status).toBe(200)
    await server.call(contract.deleteJob, { params: { jobId }, token: at.lab.admin.token })
    expect(await cancel(jobId)).toMatchObject({ status: 404, code: 'ERR_0404' })
    const { body } = await submit(at.lab.admin.token)
    expect((await cancel(body.data.id)).status).toBe(204)
    expect(await cancel(body.data.id)).toMatchObject({ status: 409, code: 'ERR_4006' })
  })

  it('that two delete at the same moment is deleted, and recorded, once', async () => {
    const jobId = await analyse()
    const { db } = server.context
    const remove = () => server.call(contract.deleteJob, { params: { jobId }, token: at.lab.admin.token })
    const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    const removals = await db.transaction(async (tx) => {
      await tx.select({ id: analysisJobs.id }).from(analysisJobs).where(eq(analysisJobs.id, jobId)).for('update')
      const both = [remove(), remove()]
      await until(async () => (await db.execute(waiting)).rows.length === 2)
      // Not awaited here: they wait for this transaction.
      return { both }
    })
    expect((await Promise.all(removals.both)).map(({ status }) => status)).toEqual([204, 204])
    const entries = await db.select().from(auditLog).where(eq(auditLog.objectId, jobId))
    expect(entries.filter(({ action }) => action === 'job.deleted')).toHaveLength(1)
  })

  describe('that is submitted again after a lost answer', () => {
    const send = (submission: string, token = at.lab.admin.token, changes: object = {}) =>
      server.call(contract.createJob, { body: { data: { ...formOf(at.imageId), submission, ...changes } }, token })
    const jobsOf = async () =>
      (await server.context.db.select({ id: analysisJobs.id }).from(analysisJobs)).map(({ id }) => id)

    it('is the one that is there already, also at the same moment', async () => {
      const before = (await jobsOf()).length
      const submission = randomUUID()
      const answers = await Promise.all(Array.from({ length: 4 }, () => send(submission)))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      const ids = new Set(answers.map(({ body }) => body.data.id))
      expect(ids.size).toBe(1)
      expect(await jobsOf()).toHaveLength(before + 1)
      const entries = await server.context.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.objectId, [...ids][0] ?? ''))
      expect(entries.map(({ action }) => action)).toEqual(['job.submitted'])
    })

    it('is none of another user or another image', async () => {
      const submission = randomUUID()
      const { body } = await send(submission)
      const editor = await at.lab.addPerson()
      const project = await at.lab.addProject(at.lab.admin, [[editor, 'editor']])
      expect(await send(submission, editor.token, { project })).toMatchObject({ status: 404 })
      expect(await send(submission, at.lab.admin.token, { images: [randomUUID()] })).toMatchObject({
        status: 409,
        code: 'ERR_0409',
      })
      expect((await send(submission)).body.data.id).toBe(body.data.id)
    })

    it('is none with other parameters; the same ones may be in another order, and defaults may be left out', async () => {
      const submission = randomUUID()
      const sendWith = (params: Record<string, unknown>) =>
        send(submission, at.lab.admin.token, { appMetadata: { appData: { params } } })
      const { body } = await sendWith({ nucleusDiameterPx: 20, stainVectors: 'estimated' })
      for (const params of [{}, { nucleusDiameterPx: 21 }, { nucleusDiameterPx: 20, stainVectors: 'fixed' }]) {
        const refused = await sendWith(params)
        expect(refused).toMatchObject({ status: 409, code: 'ERR_0409' })
        expect(JSON.parse(refused.raw.toString()).errors[0].detail).toBe(
          'This submission was made with other parameters.',
        )
      }
      for (const params of [{ stainVectors: 'estimated', nucleusDiameterPx: 20 }, { nucleusDiameterPx: 20 }])
        expect((await sendWith(params)).body.data.id).toBe(body.data.id)
    })
  })

  describe('that is repeated', () => {
    const repeat = (jobId: string, body: { submission?: string; run?: string } = {}, token = at.lab.admin.token) =>
      server.call(contract.repeatJob, { params: { jobId }, body: { data: body }, token })
    const rowOf = async (jobId: string) => {
      const [row] = await server.context.db.select().from(analysisJobs).where(eq(analysisJobs.id, jobId))
      if (!row) throw new Error(`There is no job ${jobId}`)
      return row
    }

    it('is submitted once more with its parameters, also when it had failed, once per submission', async () => {
      const data = { ...formOf(at.imageId, '2.3.0', { nucleusDiameterPx: 20 }), run: randomUUID() }
      const { body } = await server.call(contract.createJob, { body: { data }, token: at.lab.admin.token })
      const first = body.data.id
      const { db } = server.context
      await db.update(analysisJobs).set({ status: 'failed' }).where(eq(analysisJobs.id, first))
      const again = { submission: randomUUID(), run: randomUUID() }
      const answers = [await repeat(first, again), await repeat(first, again)]
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      const [id = '', other] = answers.map(({ body }) => body.data.id)
      expect(other).toBe(id)
      expect(await rowOf(id)).toMatchObject({
        imageId: at.imageId,
        appVersion: '2.3.0',
        params: { nucleusDiameterPx: 20 },
        status: 'pending',
        run: again.run,
      })
      expect(await rowOf(first)).toMatchObject({ status: 'failed', run: data.run })
      const { body: shown } = await server.call(contract.getJob, { params: { jobId: id }, token: at.viewer.token })
      expect(shown.data.run).toBe(again.run)
    })

    it('takes the newest version of its application, without parameters that this one no longer has', async () => {
      const { body } = await submit(at.lab.admin.token)
      const old = { appVersion: '1.0.0', params: { nucleusDiameterPx: 22, forgotten: true } }
      await server.context.db.update(analysisJobs).set(old).where(eq(analysisJobs.id, body.data.id))
      const again = await repeat(body.data.id)
      expect(await rowOf(again.body.data.id)).toMatchObject({ appVersion: '2.3.0', params: { nucleusDiameterPx: 22 } })
    })

    it('is refused to whoever may not analyse, and where there is no such job', async () => {
      const { body } = await submit(at.lab.admin.token)
      expect(await repeat(body.data.id, {}, at.viewer.token)).toMatchObject({ status: 403, code: 'ERR_0403' })
      const stranger = await at.lab.addPerson()
      expect(await repeat(body.data.id, {}, stranger.token)).toMatchObject({ status: 404, code: 'ERR_0404' })
      expect(await repeat(randomUUID())).toMatchObject({ status: 404, code: 'ERR_0404' })
    })
  })

  it('of an application version that only a newer server knows waits for that server', async () => {
    const { body } = await submit(at.lab.admin.token)
    const jobId = body.data.id
    const { db } = server.context
    await db.update(analysisJobs).set({ appVersion: '99.0.0' }).where(eq(analysisJobs.id, jobId))
    await expect(createRunAnalysis(server.context)({ jobId }, lastTry)).rejects.toThrow(UnknownWork)
    const [row] = await db.select().from(analysisJobs).where(eq(analysisJobs.id, jobId))
    expect(row).toMatchObject({ status: 'pending', statusErrors: [] })
  })

  it('is cancelled while it waits and stays on the list', async () => {
    const { body } = await submit(at.lab.admin.token)
    const jobId = body.data.id
    expect(await server.call(contract.deleteJob, { params: { jobId }, token: at.lab.admin.token })).toMatchObject({
      status: 204,
    })
    await createRunAnalysis(server.context)({ jobId }, lastTry)
    const { body: state } = await server.call(contract.getJob, { params: { jobId }, token: at.viewer.token })
    expect(state.data.status).toBe('cancelled')
  })
})
