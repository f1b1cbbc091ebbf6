import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as contract from '@lamella/shared/contract'
import { areaOf, geometryOfWkt } from '@lamella/shared/geometry'
import { sql } from 'drizzle-orm'
import { createImportAnnotations } from '../src/domains/annotations/import-job.ts'
import { annotationsDomain } from '../src/domains/annotations/index.ts'
import { onPremisePlans, type PlanDefinition } from '../src/domains/quotas/plans.ts'
import { addAnnotatedImage, addLabels, annotate, creation, squareAt } from './annotated-image.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'
import { until } from './until.ts'

// Without workers: a test runs the job, and stops it where it likes.
const server = setUpServer()
let lab: Organisation
let editor: Person
let projectId: string
let imageId: string
/** @param plans - absent: those of a trial, with 500 annotations */
const beginIn = async (plans?: readonly PlanDefinition[]): Promise<void> => {
  lab = await addOrganisation(server, plans)
  editor = await addPerson(server, lab.id, 'edi')
  projectId = await addProject(server, lab.member, [[editor, 'editor']])
  imageId = await addAnnotatedImage(server, lab.member, projectId, { width: 200, height: 150 })
}
beforeEach(() => beginIn(onPremisePlans))

type Report = contract.AnnotationImportReport

/** Corners of a square of 10 px, as GeoJSON has them. */
const ringAt = (x: number, y: number, size = 10) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
]
const feature = (properties: object = {}, geometry: object = { type: 'Polygon', coordinates: [ringAt(0, 0)] }) => ({
  type: 'Feature',
  id: randomUUID() as string,
  geometry,
  properties: { objectType: 'annotation', ...properties },
})
const fileOf = (...features: unknown[]) => Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))

const runJob = (importId: string, signal = new AbortController().signal) =>
  createImportAnnotations(server.context)({ importId }, { signal, isLastTry: true })
const reportOf = async (importId: string, image = imageId): Promise<Report> => {
  const params = { imageId: image, importId }
  return (await server.call(contract.getAnnotationImport, { token: editor.token, params })).body.data
}
const receive = async (payload: Buffer, image = imageId, person = editor): Promise<string> => {
  const params = { imageId: image }
  const call = { token: person.token, params, query: { name: 'cells.geojson' }, payload }
  const answer = await server.call(contract.importAnnotations, call)
  expect([answer.code, answer.status]).toEqual([null, 201])
  return answer.body.data.id
}
const importFile = async (payload: Buffer, image = imageId, person = editor): Promise<Report> => {
  const id = await receive(payload, image, person)
  await runJob(id)
  return reportOf(id, image)
}
const change = async (importId: string, status: 'cancelled' | 'undone' | 'successful', person = editor) => {
  const params = { imageId, importId }
  const answer = await server.call(contract.changeAnnotationImport, {
    token: person.token,
    params,
    body: { data: { status } },
  })
  if (answer.status === 204) await runJob(importId)
  return answer.code
}
const listed = async (image = imageId) => {
  const query = { 'page[size]': 500, 'filter[image]': image }
  const call = { token: editor.token, params: { projectId }, query }
  return (await server.call(contract.listAnnotations, call)).body.data.toSorted((a, b) => a.no - b.no)
}
const exported = async (image = imageId) => {
  const call = { token: editor.token, params: { imageId: image }, query: {} }
  const { raw } = await server.call(contract.exportAnnotations, call)
  return JSON.parse(String(raw)).features as ReturnType<typeof feature>[]
}
const labelNames = async () => {
  const query = {}
  const { body } = await server.call(contract.listLabels, { token: editor.token, params: { projectId }, query })
  return body.data.map(({ name, color }) => [name, color])
}
const used = async () => {
  const usage = (await server.call(contract.organisationUsage, { token: lab.admin.token })).body.data
  return usage.find(({ key }) => key === 'annotationLimit')?.used
}

describe('import of GeoJSON', () => {
  it('makes annotations with their labels, which the project is given in the colours of the file', async () => {
    const [tumor] = await addLabels(server, editor, projectId, 'Tissue', ['Tumor'])
    const report = await importFile(
      fileOf(
        feature({ classification: { name: 'Tumor', color: [1, 2, 3] } }),
        // As QuPath up to 0.3 writes it.
        feature({ classification: { name: 'Stroma', colorRGB: -16711936 } }, { type: 'Point', coordinates: [5, 6] }),
        feature({ classification: { names: ['Tumor', 'Positive'], color: [9, 9, 9] } }),
        feature(
          { classification: 'Necrosis' },
          {
            type: 'LineString',
            coordinates: [
              [1, 2, 99],
              [8, 9, 99],
            ],
          },
        ),
        feature({}, { type: 'MultiPolygon', coordinates: [[ringAt(0, 0)], [ringAt(50, 50)]] }),
      ),
    )
    expect(report).toMatchObject({
      status: 'successful',
      isBusy: false,
      progress: 1,
      fileName: 'cells.geojson',
      owner: editor.id,
      error: null,
      refusals: [],
      labelsLeftOut: [],
      counts: { imported: 5, refused: 0, unchanged: 0, cut: 0, repaired: 0, withoutProperties: 0 },
    })
    const names = await labelNames()
    expect(names.slice(0, 2)).toEqual([
      ['Tumor', '#e69f00'],
      ['Stroma', '#00ff00'],
    ])
    expect(names.slice(2).map(([name]) => name)).toEqual(['Positive', 'Necrosis'])
    const objects = await listed()
    expect(objects.map(({ geometryType, labelAssignments }) => [geometryType, labelAssignments.length])).toEqual([
      ['Polygon', 1],
      ['Point', 1],
      ['Polygon', 2],
      ['LineString', 1],
      ['MultiPolygon', 0],
    ])
    expect(objects[0]?.labelAssignments).toEqual([{ labelId: tumor }])
    expect(await used()).toBe(5)
    // What was there already is not added twice.
    await importFile(fileOf(feature({ classification: { name: 'Stroma', color: [0, 0, 0] } })))
    expect(await labelNames()).toEqual(names)
  })

  it('comes back as it was: export of an import', async () => {
    const cell = {
      ...feature({
        objectType: 'cell',
        name: 'A 1',
        isLocked: true,
        classification: { name: 'Tumor', color: [200, 0, 0] },
        measurements: { 'Area px^2': 100.123456789, 'DAB: Mean': -1e-7 },
        metadata: { 'a \u0000b': 'x' },
      }),
      nucleusGeometry: { type: 'Polygon', coordinates: [ringAt(2, 2, 3)] },
    }
    const ellipse = feature(
      { measurements: [{ name: 'Length', value: 3 }] },
      { type: 'Polygon', coordinates: [ringAt(20.125, 20.0625)], isEllipse: true },
    )
    const bare = feature({}, { type: 'MultiPolygon', coordinates: [[ringAt(60, 60), ringAt(62, 62, 2).toReversed()]] })
    await importFile(fileOf(cell, ellipse, bare))
    const asStored = { ...cell, properties: { ...cell.properties, metadata: { 'a \ufffdb': 'x' } } }
    const features = new Map((await exported()).map((each) => [each.id, each]))
    expect([cell, ellipse, bare].map(({ id }) => features.get(id))).toEqual([asStored, ellipse, bare])
    // Another geometry has another nucleus and other measurements; taken back, they are its own again.
    await annotate(server, editor, imageId, [{ act: 'change', id: cell.id, revision: 1, geometry: squareAt(100, 100) }])
    const { measurements: _, ...others }: Record<string, unknown> = asStored.properties
    const moved = (await exported()).find(({ id }) => id === cell.id)
    expect(moved).toMatchObject({ properties: others })
    expect(Object.keys(moved ?? {})).not.toContain('nucleusGeometry')
    expect(moved?.properties).not.toHaveProperty('measurements')
    await annotate(server, editor, imageId, [{ act: 'change', id: cell.id, revision: 2, geometry: squareAt(0, 0) }])
    expect((await exported()).find(({ id }) => id === cell.id)).toEqual(asStored)
  })

  it('an own export imported again changes nothing, and into another image makes the same there', async () => {
    const [label] = await addLabels(server, editor, projectId, 'Tissue', ['Tumor'])
    const stack = await addAnnotatedImage(server, lab.member, projectId, { zPlanes: 3, timePoints: 2 })
    const drawn = [
      creation({ labels: label ? [label] : [] }),
      creation({ geometry: 'POINT (3.5 4)', z: 2 }),
      creation({ geometry: 'LINESTRING (1 1,9 9)', z: 0, t: 1 }),
    ]
    await annotate(server, editor, stack, drawn)
    const file = fileOf(...(await exported(stack)))
    expect((await importFile(file, stack)).counts).toMatchObject({ imported: 0, unchanged: 3 })
    const planes = async (image: string) =>
      (await listed(image)).map(({ geometry, z, timeSeriesStep, labelAssignments }) => [
        geometry,
        z,
        timeSeriesStep,
        labelAssignments,
      ])
    const other = await addAnnotatedImage(server, lab.member, projectId, { zPlanes: 3, timePoints: 2 })
    expect((await importFile(file, other)).counts).toMatchObject({ imported: 3, unchanged: 0 })
    expect((await planes(other)).toSorted()).toEqual((await planes(stack)).toSorted())
    // Without its classes it is something else: nothing is overwritten, it comes beside.
    const [first, ...rest] = JSON.parse(String(file)).features
    const withoutClass = { ...first, properties: { ...first.properties, classification: undefined } }
    const beside = await importFile(fileOf(withoutClass, ...rest), stack)
    const isChanged = first.properties.classification !== undefined
    expect(beside.counts).toMatchObject({ imported: isChanged ? 1 : 0, unchanged: isChanged ? 2 : 3 })
  })

  it('lies on the plane that its file names, and is refused where the image has no such plane', async () => {
    const series = await addAnnotatedImage(server, lab.member, projectId, { timePoints: 3, zPlanes: 2 })
    const at = (plane: object | undefined, properties = {}) =>
      feature(properties, { type: 'Point', coordinates: [1, 1], ...(plane && { plane }) })
    const file = fileOf(
      at({ c: -1, z: 1, t: 2 }),
      at({ c: -1, z: 0, t: 3 }),
      at({ c: -1, z: 2, t: 0 }),
      // QuPath names no plane for the first one.
      at(undefined),
      // Other programs know no planes, and do not say what an object is.
      at(undefined, { objectType: undefined }),
      at(undefined, { scene: 1 }),
    )
    const report = await importFile(file, series)
    expect(report.refusals).toEqual([
      { place: 'Feature 2', reason: 'It lies on time point 4, and the image has 3.' },
      { place: 'Feature 3', reason: 'It lies on Z plane 3, and the image has 2.' },
      { place: 'Feature 6', reason: 'The image has no scene 2.' },
    ])
    expect((await listed(series)).map(({ z, timeSeriesStep }) => [z, timeSeriesStep])).toEqual([
      [1, 2],
      [0, 0],
      [null, null],
    ])
    // An image with one plane has nothing to choose from.
    await importFile(fileOf(at({ c: -1, z: 0, t: 0 })))
    expect((await listed()).map(({ z, timeSeriesStep }) => [z, timeSeriesStep])).toEqual([[null, null]])
  })

  it.each([
    ['no geometry', { geometry: null }, 'It has no geometry.'],
    ['an empty one', { geometry: { type: 'Polygon', coordinates: [] } }, 'Its geometry is empty.'],
    [
      'one of another type',
      { geometry: { type: 'GeometryCollection', geometries: [] } },
      'Its geometry is of the type GeometryCollection, which is not known.',
    ],
    [
      'a coordinate that is no number',
      { geometry: { type: 'Point', coordinates: ['a', 1] } },
      'A coordinate is no number.',
    ],
    [
      'no place on the image',
      { geometry: { type: 'Point', coordinates: [500, 1] } },
      'The shape lies outside the image.',
    ],
    [
      'no area',
      {
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [1, 1],
              [2, 2],
              [1, 1],
            ],
          ],
        },
      },
      'The shape is too small: a line needs a length, and an area needs at least three corners.',
    ],
    ['another type than Feature', { type: 'Thing' }, 'It is no GeoJSON feature.'],
  ])('refuses an object with %s in words, and takes the others', async (_, changes, reason) => {
    const file = fileOf(feature(), { ...feature({ name: 'Bad one' }), ...changes }, feature())
    const report = await importFile(file)
    expect(report).toMatchObject({ status: 'successful', counts: { imported: 2, refused: 1 } })
    expect(report.refusals).toEqual([{ place: 'Feature 2 (“Bad one”)', reason }])
    expect(await listed()).toHaveLength(2)
  })

  it('stores areas as what they cover on the image, and says so', async () => {
    const bow = [
      [0, 0],
      [10, 10],
      [10, 0],
      [0, 10],
      [0, 0],
    ]
    const report = await importFile(
      fileOf(
        feature({}, { type: 'Polygon', coordinates: [ringAt(195, 0)] }),
        feature({}, { type: 'Polygon', coordinates: [bow] }),
      ),
    )
    expect(report.counts).toMatchObject({ imported: 2, cut: 1, repaired: 1 })
    expect((await listed()).map(({ geometry }) => areaOf(geometryOfWkt(geometry)))).toEqual([50, 50])
  })

  it.each([
    ['empty', Buffer.alloc(0), 'The file is empty.'],
    ['no JSON', Buffer.from('id,x,y\n1,2,3\n'), 'The file is no JSON: it does not begin with { or [.'],
    [
      'cut off',
      fileOf(...Array.from({ length: 50 }, () => feature())).subarray(0, 900),
      'The file ends in the middle: it was not written or sent to its end.',
    ],
    [
      'cut off and compressed',
      gzipSync(fileOf(...Array.from({ length: 50 }, () => feature()))).subarray(0, 300),
      'The file cannot be decompressed: it is damaged, or was not sent to its end.',
    ],
    ['without objects', fileOf(), 'The file has no objects.'],
  ])('a file that is %s fails, and nothing of it stays', async (_, file, error) => {
    expect(await importFile(file)).toMatchObject({ status: 'failed', isBusy: false, error })
    expect([await listed(), await used()]).toEqual([[], 0])
  })

  it('an import that would exceed the limit of annotations is taken back as a whole', async () => {
    await beginIn()
    await annotate(server, editor, imageId, [creation()])
    const file = fileOf(
      ...Array.from({ length: 500 }, (_, at) => feature({}, { type: 'Point', coordinates: [at % 200, 1] })),
    )
    const error = 'Your organization has reached the maximum number of annotations.'
    expect(await importFile(file)).toMatchObject({ status: 'failed', isBusy: false, error })
    expect(await used()).toBe(1)
  })

  it('is cancelled, taken back and made again as one', async () => {
    const points = Array.from({ length: 2500 }, (_, at) => feature({}, { type: 'Point', coordinates: [at % 200, 2] }))
    const file = fileOf(...points)
    const cancelled = await receive(file)
    expect(await change(cancelled, 'cancelled')).toBeNull()
    expect(await reportOf(cancelled)).toMatchObject({ status: 'cancelled', isBusy: false })
    expect(await used()).toBe(0)
    const { id } = await importFile(file)
    expect(await used()).toBe(2500)
    expect(await change(id, 'cancelled')).toBe('ERR_0409')
    // What somebody else has changed since is theirs.
    const [theirs] = points
    await annotate(server, lab.member, imageId, [
      { act: 'change', id: theirs?.id ?? '', revision: 1, geometry: 'POINT (7 7)' },
    ])
    expect(await change(id, 'undone', lab.member)).toBe('ERR_0409')
    expect(await change(id, 'undone')).toBeNull()
    expect([await used(), (await listed()).map((object) => object.id)]).toEqual([1, [theirs?.id]])
    // One that is deleted by itself stays so.
    expect(await change(id, 'successful')).toBeNull()
    expect(await used()).toBe(2500)
    await annotate(server, editor, imageId, [{ act: 'delete', id: points[5]?.id ?? '' }])
    await change(id, 'undone')
    await change(id, 'successful')
    expect([await used(), (await listed()).length]).toEqual([2499, 500])
    expect(await reportOf(id)).toMatchObject({ status: 'successful', isBusy: false, error: null })
  })

  it('made again beyond the limit, it stays taken back', async () => {
    await beginIn()
    const { id } = await importFile(fileOf(...Array.from({ length: 300 }, () => feature())))
    await change(id, 'undone')
    await annotate(
      server,
      editor,
      imageId,
      Array.from({ length: 300 }, () => creation()),
    )
    await change(id, 'successful')
    const error = 'Your organization has reached the maximum number of annotations.'
    expect(await reportOf(id)).toMatchObject({ status: 'undone', isBusy: false, error })
    expect(await used()).toBe(300)
  })

  it('goes on after a kill where it was: nothing twice, nothing missing', async () => {
    const points = Array.from({ length: 20_100 }, (_, at) => feature({}, { type: 'Point', coordinates: [at % 200, 3] }))
    const id = await receive(fileOf(...points.map(({ id: _, ...nameless }) => nameless)))
    const killed = new AbortController()
    const stopped = runJob(id, killed.signal)
    await until(async () => (await reportOf(id)).counts.imported > 0)
    killed.abort(new Error('killed'))
    await expect(stopped).rejects.toThrow()
    const { counts, status, isBusy } = await reportOf(id)
    expect([status, isBusy, counts.imported < 20_100]).toEqual(['running', true, true])
    // Two at the same time, as where a process is taken for dead: one of them makes the objects.
    await Promise.all([runJob(id), runJob(id)])
    expect(await reportOf(id)).toMatchObject({ status: 'successful', counts: { imported: 20_100 } })
    expect(await used()).toBe(20_100)
  })

  it('is gone on with by the clean-up where its job was lost', async () => {
    const id = await receive(fileOf(feature()))
    await server.context.db.execute(sql`DELETE FROM jobs.job WHERE data->'payload'->>'importId' = ${id}`)
    await annotationsDomain.cleanUp?.(server.context)
    await annotationsDomain.cleanUp?.(server.context)
    const jobs = sql`SELECT FROM jobs.job WHERE data->'payload'->>'importId' = ${id}`
    expect((await server.context.db.execute(jobs)).rows).toHaveLength(1)
  })

  it('gives no labels that its author may not add, and names them', async () => {
    const annotator = await addPerson(server, lab.id, 'ann')
    projectId = await addProject(server, lab.member, [
      [editor, 'editor'],
      [annotator, 'annotator'],
    ])
    imageId = await addAnnotatedImage(server, lab.member, projectId)
    await addLabels(server, editor, projectId, 'Tissue', ['Tumor'])
    const file = fileOf(
      feature({ classification: { name: 'Tumor' } }),
      feature({ classification: { name: 'Mitosis' } }),
    )
    const report = await importFile(file, imageId, annotator)
    expect(report).toMatchObject({ counts: { imported: 2 }, labelsLeftOut: ['Mitosis'] })
    expect((await listed()).map(({ labelAssignments }) => labelAssignments.length)).toEqual([1, 0])
    expect(await labelNames()).toHaveLength(1)
  })

  it('is listed with the newest first', async () => {
    const first = await importFile(fileOf(feature()))
    const second = await importFile(Buffer.from('['))
    const params = { imageId }
    const { body } = await server.call(contract.listAnnotationImports, { token: editor.token, params })
    expect(body.data.map(({ id, status }) => [id, status])).toEqual([
      [second.id, 'failed'],
      [first.id, 'successful'],
    ])
  })
})

const cases = join(import.meta.dirname, '../../../shared/cases/files')
const describeCases = existsSync(cases) ? describe : describe.skip

describeCases("strangers' files of GeoJSON (skipped without ../shared/cases)", () => {
  const read = (name: string) => readFileSync(join(cases, name))
  const areas = async () => (await listed()).map(({ geometry }) => areaOf(geometryOfWkt(geometry)))

  it('A07 a region that reaches beyond the image is cut, one beside it refused', async () => {
    imageId = await addAnnotatedImage(server, lab.member, projectId, { width: 256, height: 256 })
    const { counts, refusals } = await importFile(read('A07_roi_partly_outside.geojson'))
    expect(counts).toMatchObject({ imported: 1, refused: 1, cut: 1 })
    expect(await areas()).toEqual([10_000])
    expect(refusals.map(({ reason }) => reason)).toEqual(['The shape lies outside the image.'])
  })

  it('N01 holes stay holes, and come back', async () => {
    await importFile(read('N01_holes.geojson'))
    expect(await areas()).toEqual([8700, 4700, 150])
    const { features } = JSON.parse(String(read('N01_holes.geojson')))
    const rings = ({ geometry }: { geometry: { coordinates: unknown } }) => geometry.coordinates
    const byId = new Map((await exported()).map((each) => [each.id, each]))
    for (const each of features) expect(rings(byId.get(each.id) as never)).toEqual(rings(each))
  })

  it('N03 what has no geometry is named, a single feature in gzip is taken', async () => {
    const { counts, refusals } = await importFile(read('N03_null_geometry.geojson'))
    expect(counts).toMatchObject({ imported: 4, refused: 2 })
    expect(refusals.map(({ place, reason }) => [place.slice(0, 9), reason])).toEqual([
      ['Feature 3', 'It has no geometry.'],
      ['Feature 4', 'Its geometry is empty.'],
    ])
    expect(await areas()).toEqual([400, 400, 400, 400])
    const single = await importFile(read('N03_single_feature.geojson.gz'))
    expect(single.counts).toMatchObject({ imported: 1, refused: 0 })
    expect((await areas()).at(-1)).toBe(1200)
  })

  it('N05 cells keep their nucleus, ellipses their mark, and a missing time point is named', async () => {
    const file = read('N05_cell_ellipse_plane.geojson')
    const report = await importFile(file)
    expect((await areas()).map(Math.round)).toEqual([900, 1882, 100])
    expect(report.refusals.map(({ reason }) => reason)).toEqual(['It lies on time point 3, and the image has 1.'])
    const features = new Map((await exported()).map((each) => [each.id, each]))
    const { features: before } = JSON.parse(String(file))
    for (const each of before) if (features.has(each.id)) expect(features.get(each.id)).toEqual(each)
    expect(features.size).toBe(3)
    const series = await addAnnotatedImage(server, lab.member, projectId, { width: 200, height: 150, timePoints: 3 })
    await importFile(file, series)
    expect((await listed(series)).map(({ timeSeriesStep }) => timeSeriesStep)).toContain(2)
  })

  it('N08 N11 masks and polygons of COCO have their pixels, and what does not fit is named', async () => {
    imageId = await addAnnotatedImage(
      server,
      lab.member,
      projectId,
      { width: 200, height: 150 },
      { name: 'N00_base.png' },
    )
    const { counts, refusals } = await importFile(read('N08_coco_rle.json'))
    expect(counts).toMatchObject({ imported: 4, refused: 2 })
    expect(await areas()).toEqual([600, 2828, 1000, 25])
    expect(refusals).toEqual([
      { place: 'Annotation 4', reason: 'Its run lengths are of 40025 pixels, and its image has 30000.' },
      { place: 'Annotation 5', reason: 'Its mask is of 150 × 200 pixels, and the image has 200 × 150.' },
    ])
    const [first] = await exported()
    expect(first?.properties).toMatchObject({ iscrowd: 1, classification: { name: 'Nucleus' } })
    const names = new Map((await labelNames()).map(([name], at) => [name, at]))
    expect([...names.keys()]).toEqual(['Nucleus', 'Mitosis'])
    await importFile(read('N11_coco_square_round_trip.json'))
    expect((await listed()).slice(-2).map(({ geometry }) => geometry)).toEqual([
      'POLYGON ((0 0,10 0,10 10,0 10,0 0))',
      'POLYGON ((22.6 22.6,27.6 22.6,27.6 27.6,22.6 27.6,22.6 22.6))',
    ])
  })

  it('N10 annotations of COCO are of the image that the file names, by its whole name or the last part', async () => {
    imageId = await addAnnotatedImage(
      server,
      lab.member,
      projectId,
      { width: 200, height: 150 },
      { name: 'N00_base.png' },
    )
    const { counts, refusals } = await importFile(read('N10_coco_names.json'))
    expect(counts).toMatchObject({ imported: 1, refused: 3 })
    expect((await listed()).map(({ geometry }) => geometry)).toEqual(['POLYGON ((10 10,30 10,30 30,10 30,10 10))'])
    expect(refusals).toEqual([
      { place: 'Annotation 2', reason: 'It is of another image, “N00_base.jpg”.' },
      { place: 'Annotation 3', reason: 'It is of another image, “slide.v2.region.1.png”.' },
      { place: 'Annotation 4', reason: 'Its image has 400 × 300 pixels in the file, and 200 × 150 here.' },
    ])
  })
})
