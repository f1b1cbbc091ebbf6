import { readFile } from 'node:fs/promises'
import * as contract from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { onPremisePlans, type PlanDefinition } from '../src/domains/quotas/plans.ts'
import { createAnalyseSample } from '../src/domains/samples/jobs/analyse-sample.ts'
import { createDrawSample } from '../src/domains/samples/jobs/draw-sample.ts'
import { analysisJobs, images, media, projects } from '../src/platform/db/schema/index.ts'
import { limits } from '../src/platform/http/rate-limits.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { samplePictures } from '../src/samples/pictures.ts'
import { lastTry } from './analysed-project.ts'
import { setUpServer } from './helper.ts'
import { filesOf } from './image-server.ts'
import { addOrganisation, type Organisation } from './people.ts'

const server = setUpServer()
let lab: Organisation
beforeAll(async () => {
  lab = await addOrganisation(server, onPremisePlans)
})

const create = (kind: string, { token } = lab.member) =>
  server.call(contract.createSampleProject, { token, body: { data: { kind: kind as contract.SampleKind } } })
const make = async (kind: contract.SampleKind) => {
  const answer = await create(kind)
  expect(answer.status).toBe(201)
  return String(answer.headers.location).split('/').at(-1) ?? ''
}
const rowsOf = async (projectId: string) =>
  server.context.db
    .select()
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(eq(images.projectId, projectId))
    .orderBy(images.id)
const firstOf = async (projectId: string) => {
  const [row] = await rowsOf(projectId)
  if (!row) throw new Error('The project has no images')
  return { mediumId: row.media.id, imageId: row.images.id, ...row.media }
}
/** Runs the jobs of the first image of a project, as a worker would. */
const draw = async (projectId: string, pictureId: string) => {
  const { mediumId } = await firstOf(projectId)
  await createDrawSample(server.context)({ mediumId, pictureId }, lastTry)
  return mediumId
}
const drawAndProcess = async (projectId: string, pictureId: string) =>
  createProcessImage(server.context)({ mediumId: await draw(projectId, pictureId) }, lastTry)
const truthOf = async (mediumId: string): Promise<Record<string, number>> =>
  server.context.blobs.withFile(
    blobKeys.truth(mediumId),
    async (file) => JSON.parse(await readFile(file, 'utf8')).truth,
  )

describe('A sample project', () => {
  it.each([
    ['TEM', 'Myocardial ultra-structure analysis', 'Ultra-structure', 'TwoDimensions'],
    ['Multichannel', 'Prostate tumor mouse model', 'Tissue', 'MultiChannel'],
    ['Histology', 'Myocardial fibrosis', 'Tissue', 'TwoDimensions'],
  ] as const)(
    'D2-7-07 D2-7-08: %s is a project with images and a label set, at its Location',
    async (kind, name, setName, fileType) => {
      const projectId = await make(kind)
      const { token } = lab.member
      const { data: project } = (await server.call(contract.getProject, { token, params: { projectId } })).body
      expect(project).toMatchObject({ name, owner: lab.member.id, imageCount: 3 })
      const rows = await rowsOf(projectId)
      const pictures = samplePictures.filter((picture) => picture.kind === kind)
      expect(rows.map((row) => [row.images.name, row.media.fileType, row.media.status])).toEqual(
        pictures.map((picture) => [picture.name, fileType, 'uploadFinished']),
      )
      const { data: sets } = (await server.call(contract.listLabelSets, { token, params: { projectId } })).body
      expect(sets.map((set) => set.name)).toEqual([setName])
      const query = {}
      const { data: labels } = (await server.call(contract.listLabels, { token, params: { projectId }, query })).body
      expect(labels.length).toBeGreaterThan(3)
    },
  )

  it('has its images in its history, as uploaded ones are', async () => {
    const projectId = await make('TEM')
    const input = { token: lab.member.token, params: { projectId }, query: {} }
    const { data } = (await server.call(contract.projectHistory, input)).body
    expect(data.map(({ sentence, user }) => [sentence.map(({ text }) => text).join(''), user?.id])).toEqual([
      ['added 3 images', lab.member.id],
      ['created the label set Ultra-structure', lab.member.id],
      ['created the project', lab.member.id],
    ])
  })

  it('is not created without end', async () => {
    const { member } = await addOrganisation(server, onPremisePlans)
    for (let i = 0; i < limits.sampleByUser.attempts; i += 1) expect((await create('TEM', member)).status).toBe(201)
    expect(await create('TEM', member)).toMatchObject({ status: 429, code: 'ERR_0429' })
  })

  it.each(['tem', 'Cells', '', null])('D2-7-07: of the kind %p is refused', async (kind) => {
    expect(await create(kind as string)).toMatchObject({ status: 400, code: 'ERR_0400' })
  })

  const limited = (key: string, value: string): PlanDefinition[] =>
    onPremisePlans.map((plan) => ({
      ...plan,
      name: `${plan.name}_${key}`,
      restrictions: plan.restrictions.map((restriction) => (restriction.key === key ? { key, value } : restriction)),
    })) as PlanDefinition[]

  it.each([
    ['projectLimit', '0', 'ERR_5001'],
    ['mediumLimit', '2', 'ERR_5007'],
    ['storageLimit', '0', 'ERR_5008'],
  ])('is refused whole at the limit %s = %s, by %s', async (key, value, code) => {
    const small = await addOrganisation(server, limited(key, value))
    expect(await create('TEM', small.member)).toMatchObject({ code })
    const left = await server.context.db.select().from(projects).where(eq(projects.organisationId, small.id))
    expect(left).toEqual([])
  })
})

describe('The pictures of a sample project', () => {
  it('D2-2-48: TEM: a micrograph with its pixel size, of which as many bytes are counted as it has, and a finished analysis that is right', async () => {
    const projectId = await make('TEM')
    await drawAndProcess(projectId, 'tem-1')
    const medium = await firstOf(projectId)
    expect(medium.status).toBe('available')
    const original = await server.context.blobs.stat(blobKeys.original(medium.id))
    expect(medium.size).toBe(original?.size)
    const answer = await server.call(contract.getImage, {
      token: lab.member.token,
      params: { imageId: medium.imageId },
    })
    expect(answer.body.data.pixelSize).toEqual({ x: 0.0032, y: 0.0032 })
    const truth = await truthOf(medium.id)
    expect(truth.mitochondria).toBeGreaterThan(5)

    const order = { userId: lab.member.id, imageId: medium.imageId, pictureId: 'tem-1' }
    await createAnalyseSample(server.context)(order, lastTry)
    const [job] = await server.context.db.select().from(analysisJobs).where(eq(analysisJobs.projectId, projectId))
    if (!job) throw new Error('The sample is not analysed')
    await createRunAnalysis(server.context)({ jobId: job.id }, lastTry)
    const result = await server.call(contract.getJobResult, {
      token: lab.member.token,
      params: { jobId: job.id },
    })
    const length = result.body.data.figures.find(({ key }) => key === 'sarcomereLength')?.value
    // Within 5 %: the fibres are bent, so that the drawn length differs from place to place.
    expect(Math.abs((length ?? 0) / (truth.sarcomereUm ?? Number.NaN) - 1)).toBeLessThan(0.05)
  })

  it('are drawn no further when the project is deleted, and leave no file behind', async () => {
    const projectId = await make('Histology')
    const { mediumId } = await firstOf(projectId)
    // A slide, which takes longer than this test may.
    const drawing = createDrawSample(server.context)({ mediumId, pictureId: 'histology-1' }, lastTry)
    await server.call(contract.deleteProject, { token: lab.member.token, params: { projectId } })
    await drawing
    const files = await filesOf(server.context.config.dataDir)
    expect(files.filter((name) => name.includes(mediumId))).toEqual([])
  })

  it('D2-2-49: multichannel: four named channels, and the analysis is submitted as soon as they can be read', async () => {
    const projectId = await make('Multichannel')
    const { imageId, mediumId } = await firstOf(projectId)
    const order = { userId: lab.member.id, imageId, pictureId: 'multichannel-1' }
    const jobs = () => server.context.db.select().from(analysisJobs).where(eq(analysisJobs.projectId, projectId))
    await createAnalyseSample(server.context)(order, lastTry)
    expect(await jobs()).toEqual([])
    await drawAndProcess(projectId, 'multichannel-1')
    await createAnalyseSample(server.context)(order, lastTry)
    // As after a server that was killed before it could note that this was done.
    await createAnalyseSample(server.context)(order, lastTry)
    expect(await jobs()).toHaveLength(1)
    const [job] = await jobs()
    expect(job).toMatchObject({ status: 'pending', appName: 'nuclei', ownerId: lab.member.id })
    const { token } = lab.member
    const { data: image } = (await server.call(contract.getImage, { token, params: { imageId } })).body
    const channels = image.dimensions.find(({ id }) => id === 'c')?.samples.map(({ properties }) => properties.name)
    expect(channels).toEqual(['DAPI', 'Pan-cytokeratin', 'Smooth muscle actin', 'Ki-67'])
    expect((await truthOf(mediumId)).nuclei).toBeGreaterThan(1000)
  })
})
