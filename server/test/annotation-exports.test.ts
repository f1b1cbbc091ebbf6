import * as contract from '@lamella/shared/contract'
import { geometryOfWkt } from '@lamella/shared/geometry'
import { sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { createExportAnnotations } from '../src/domains/annotations/export-job.ts'
import { createImportAnnotations } from '../src/domains/annotations/import-job.ts'
import { annotationsDomain } from '../src/domains/annotations/index.ts'
import { onPremisePlans } from '../src/domains/quotas/plans.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { addAnnotatedImage, addLabels, annotate, creation, squareAt } from './annotated-image.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

// Without workers: a test runs the job.
const server = setUpServer()
let lab: Organisation
let viewer: Person
let projectId: string
let imageId: string
let tumor: string
let stroma: string
beforeEach(async () => {
  lab = await addOrganisation(server, onPremisePlans)
  viewer = await addPerson(server, lab.id, 'vic')
  projectId = await addProject(server, lab.member, [[viewer, 'viewer']], 'Liver: 2/3')
  imageId = await addAnnotatedImage(server, lab.member, projectId, { width: 200, height: 150 }, { name: 'a.png' })
  const [first = '', second = ''] = await addLabels(server, lab.member, projectId, 'Tissue', ['Tumor', 'Stroma'])
  ;[tumor, stroma] = [first, second]
})

type Order = Parameters<typeof orderBy>[1]
const orderBy = async (
  { token }: Person,
  body: { format: contract.AnnotationExportFormat; images?: string[]; annotations?: string[] },
) => server.call(contract.createAnnotationExport, { token, params: { projectId }, body: { data: body } })

const runJob = (exportId: string, signal = new AbortController().signal) =>
  createExportAnnotations(server.context)({ exportId }, { signal, isLastTry: true })
const listed = async ({ token }: Person) =>
  (await server.call(contract.listAnnotationExports, { token, params: { projectId } })).body.data
const stateOf = async (exportId: string, person = viewer) => (await listed(person)).find(({ id }) => id === exportId)
const download = (exportId: string, { token }: Person = viewer) =>
  server.call(contract.downloadAnnotationExport, { token, params: { projectId, exportId }, query: {} })

/** Orders a file and makes it. */
const made = async (order: Order) => {
  const { id } = (await orderBy(viewer, order)).body.data
  await runJob(id)
  const state = await stateOf(id)
  const file = state?.downloadUrl ? (await download(id)).raw : new Uint8Array()
  return { state, file, text: strFromU8(file) }
}
const cocoOf = async (order: Omit<Order, 'format'> = {}) => JSON.parse((await made({ ...order, format: 'coco' })).text)
const csvRows = (text: string) =>
  text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

const importInto = async (image: string, file: Uint8Array) => {
  const call = {
    token: lab.member.token,
    params: { imageId: image },
    query: { name: 'again' },
    payload: Buffer.from(file),
  }
  const { id: importId } = (await server.call(contract.importAnnotations, call)).body.data
  await createImportAnnotations(server.context)({ importId }, { signal: new AbortController().signal, isLastTry: true })
  const params = { imageId: image, importId }
  return (await server.call(contract.getAnnotationImport, { token: lab.member.token, params })).body.data
}

describe('an export of annotations', () => {
  it('of a project has a GeoJSON file for each image that has some, whose names are all different', async () => {
    const other = await addAnnotatedImage(server, lab.member, projectId, {}, { name: 'A.png' })
    const slashed = await addAnnotatedImage(server, lab.member, projectId, {}, { name: 'b/c' })
    await addAnnotatedImage(server, lab.member, projectId, {}, { name: 'none.png' })
    for (const image of [imageId, other, slashed]) {
      await annotate(server, lab.member, image, [creation({ labels: [tumor] }), creation({ kind: 'RegionOfInterest' })])
    }
    const { state, file } = await made({ format: 'geojson' })
    expect(state).toMatchObject({ status: 'successful', progress: 1, exported: 3, leftOut: 0, error: null })
    expect(state?.fileName).toBe('Liver_ 2_3 annotations.zip')
    const files = unzipSync(file)
    expect(Object.keys(files)).toEqual(['a.png.geojson', 'A.png (2).geojson', 'b_c.geojson'])
    for (const content of Object.values(files)) {
      const { features } = JSON.parse(strFromU8(content))
      expect(features).toMatchObject([{ properties: { classification: { name: 'Tumor' } } }])
    }
  })

  it('of one image is one file of it', async () => {
    await annotate(server, lab.member, imageId, [creation(), creation()])
    const { state, text } = await made({ format: 'geojson', images: [imageId] })
    expect(state?.fileName).toBe('a annotations.geojson')
    expect(JSON.parse(text).features).toHaveLength(2)
  })

  it('of a selection has the chosen ones, and images without any of them not', async () => {
    const other = await addAnnotatedImage(server, lab.member, projectId, {}, { name: 'b.png' })
    const [chosen, left] = [creation(), creation()]
    await annotate(server, lab.member, imageId, [chosen, left])
    await annotate(server, lab.member, other, [creation()])
    const { images, annotations } = await cocoOf({ annotations: [chosen.id] })
    expect(images).toHaveLength(1)
    expect(annotations).toMatchObject([{ uuid: chosen.id }])
  })

  it('in COCO has categories by label, masks where there are holes, and images in which there is nothing', async () => {
    await addAnnotatedImage(server, lab.member, projectId, { width: 30, height: 20 }, { name: 'empty.png' })
    const holed = 'POLYGON ((0 0, 3 0, 3 3, 0 3, 0 0), (1 2, 2 2, 2 1, 1 1, 1 2))'
    const parts = 'MULTIPOLYGON (((22.6 22.6, 27.6 22.6, 27.6 27.6, 22.6 22.6)), ((50 50, 60 50, 60 60, 50 50)))'
    await annotate(server, lab.member, imageId, [
      creation({ labels: [stroma, tumor] }),
      creation({ geometry: holed, labels: [stroma] }),
      creation({ geometry: parts }),
      creation({ geometry: 'POINT (1 1)' }),
      creation({ geometry: 'LINESTRING (1 1, 2 2)' }),
    ])
    const { state, text } = await made({ format: 'coco' })
    expect(state).toMatchObject({ exported: 3, leftOut: 2, fileName: 'Liver_ 2_3 annotations.json' })
    const { images, categories, annotations } = JSON.parse(text)
    expect(images).toEqual([
      { id: 1, file_name: 'a.png', width: 200, height: 150 },
      { id: 2, file_name: 'empty.png', width: 30, height: 20 },
    ])
    expect(categories).toEqual([
      { id: 0, name: 'unlabelled' },
      { id: 1, name: 'Tumor' },
      { id: 2, name: 'Stroma' },
    ])
    const byCategory = annotations.toSorted((a: { category_id: number }, b: typeof a) => a.category_id - b.category_id)
    expect(byCategory).toMatchObject([
      {
        image_id: 1,
        category_id: 0,
        segmentation: [
          [22.6, 22.6, 27.6, 22.6, 27.6, 27.6],
          [50, 50, 60, 50, 60, 60],
        ],
        bbox: [22.6, 22.6, 37.4, 37.4],
        area: 62.5,
        iscrowd: 0,
      },
      { category_id: 1, segmentation: [[0, 0, 10, 0, 10, 10, 0, 10]], area: 100, labels: ['Tumor', 'Stroma'] },
      {
        category_id: 2,
        // Down the columns: three of the first, two of the second around its middle, three of the third.
        segmentation: { counts: [0, 3, 147, 1, 1, 1, 147, 3, 29697], size: [150, 200] },
        area: 8,
        bbox: [0, 0, 3, 3],
      },
    ])
    expect(byCategory[0]).not.toHaveProperty('labels')
  })

  it.each(['geojson', 'coco'] as const)(
    'in %s comes back as it was, for as many rounds as one likes',
    async (format) => {
      const series = await addAnnotatedImage(
        server,
        lab.member,
        projectId,
        { zPlanes: 3, timePoints: 3 },
        { name: 's.tif' },
      )
      const holed = 'POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 2, 2 2, 2 1, 1 1, 1 2))'
      await annotate(server, lab.member, series, [
        creation({ labels: [stroma, tumor], z: 1, t: 2 }),
        creation({ geometry: holed, labels: [tumor] }),
        creation({ geometry: squareAt(12.34, 56.78), t: 0 }),
      ])
      const order: Order = { format, images: [series] }
      const first = await made(order)
      // Into the same image: all of it is there.
      expect((await importInto(series, first.file)).counts).toMatchObject({ imported: 0, unchanged: 3, refused: 0 })
      const copyOf = async (file: Uint8Array) => {
        projectId = await addProject(server, lab.member, [[viewer, 'viewer']])
        const copy = await addAnnotatedImage(
          server,
          lab.member,
          projectId,
          { zPlanes: 3, timePoints: 3 },
          { name: 's.tif' },
        )
        expect((await importInto(copy, file)).counts).toMatchObject({ imported: 3, refused: 0 })
        return made({ format, images: [copy] })
      }
      const told = (text: string) => {
        const { features, annotations } = JSON.parse(text)
        return (features ?? annotations)
          .map(({ id: _, uuid: __, category_id: ___, ...rest }: Record<string, unknown>) => rest)
          .toSorted((a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      }
      const second = await copyOf(first.file)
      const third = await copyOf(second.file)
      expect(told(third.text)).toEqual(told(second.text))
      const geometries = (text: string) =>
        told(text).map(({ geometry, segmentation }: Record<string, unknown>) => geometry ?? segmentation)
      expect(geometries(second.text)).toEqual(geometries(first.text))
    },
  )

  it('as CSV has a row for each, with measurements in px and µm, and no formulas', async () => {
    const size = { width: 200, height: 150, pixelSizeUm: { x: 0.5, y: 0.25 } }
    const image = await addAnnotatedImage(server, lab.member, projectId, size, { name: '=cmd()' })
    await annotate(server, lab.member, image, [
      creation({ geometry: 'POLYGON ((0 0, 4 0, 4 3, 0 3, 0 0))', labels: [tumor] }),
      creation({ geometry: 'LINESTRING (0 0, 3 4)' }),
      creation({ geometry: 'POINT (7 8)' }),
    ])
    const { text, state } = await made({ format: 'csv', images: [image] })
    expect(state?.fileName).toBe('=cmd() annotations.csv')
    const [head = [], ...rows] = csvRows(text)
    const columns = (...names: string[]) => rows.map((row) => names.map((name) => row[head.indexOf(name)]))
    expect(columns('Image', 'Annotation', 'Labels', 'Type').toSorted()).toEqual([
      ["'=cmd()", '1', 'Tumor', 'Polygon'],
      ["'=cmd()", '2', '', 'LineString'],
      ["'=cmd()", '3', '', 'Point'],
    ])
    const byNo = columns(
      'Annotation',
      'Area (px²)',
      'Area (µm²)',
      'Length or perimeter (px)',
      'Length or perimeter (µm)',
    )
    expect(byNo.toSorted()).toEqual([
      ['1', '12', '1.5', '14', '5.5'],
      ['2', '', '', '5', '1.802776'],
      ['3', '', '', '', ''],
    ])
    expect(columns('Annotation', 'Centroid x (px)', 'Centroid y (px)').toSorted()).toEqual([
      ['1', '2', '1.5'],
      ['2', '1.5', '2'],
      ['3', '7', '8'],
    ])
    // Where the size of a pixel is not known nothing is in µm.
    await annotate(server, lab.member, imageId, [creation()])
    const [, unknown = []] = csvRows((await made({ format: 'csv', images: [imageId] })).text)
    expect([unknown[head.indexOf('Area (px²)')], unknown[head.indexOf('Area (µm²)')]]).toEqual(['100', ''])
    expect(geometryOfWkt(text.match(/"POLYGON[^"]*"/)?.[0].slice(1, -1) ?? '').type).toBe('Polygon')
  })

  it('without an annotation ends with the reason, and without images of the project it is not made', async () => {
    expect((await made({ format: 'csv' })).state).toMatchObject({
      status: 'failed',
      error: 'There are no annotations to export.',
      downloadUrl: null,
    })
    await annotate(server, lab.member, imageId, [creation({ geometry: 'POINT (1 1)' })])
    expect((await made({ format: 'coco' })).state).toMatchObject({
      status: 'failed',
      error: 'There are only points and lines, for which COCO has no form.',
      leftOut: 0,
    })
    const elsewhere = await addProject(server, lab.member, [])
    const foreign = await addAnnotatedImage(server, lab.member, elsewhere)
    expect((await orderBy(viewer, { format: 'csv', images: [foreign] })).code).toBe('ERR_0404')
  })

  it('is downloaded once it is there, listed for and removed by its owner only', async () => {
    await annotate(server, lab.member, imageId, [creation()])
    const { id } = (await orderBy(viewer, { format: 'csv' })).body.data
    expect((await download(id)).code).toBe('ERR_4003')
    await runJob(id)
    expect((await download(id, lab.member)).status).toBe(200)
    expect(await listed(lab.member)).toEqual([])
    const remove = ({ token }: Person) =>
      server.call(contract.removeAnnotationExport, { token, params: { projectId, exportId: id } })
    expect((await remove(lab.member)).code).toBe('ERR_0409')
    const { url } = (
      await server.call(contract.createTicket, {
        token: viewer.token,
        body: { data: { address: (await stateOf(id))?.downloadUrl ?? '' } },
      })
    ).body.data
    const opened = await server.app.inject({ url })
    expect(opened.headers['content-disposition']).toContain('Liver_ 2_3 annotations.csv')
    expect(Number(opened.headers['content-length'])).toBe(opened.rawPayload.length)
    expect((await remove(viewer)).status).toBe(204)
    expect((await download(id)).code).toBe('ERR_0404')
    const removal = sql`SELECT FROM jobs.job WHERE data->'payload'->'keys' ? ${blobKeys.annotationExport(id)}`
    expect((await server.context.db.execute(removal)).rows).toHaveLength(1)
  })

  it('that is removed while it is made ends, and leaves no file', async () => {
    await annotate(server, lab.member, imageId, [creation()])
    const { id } = (await orderBy(viewer, { format: 'csv' })).body.data
    await server.call(contract.removeAnnotationExport, { token: viewer.token, params: { projectId, exportId: id } })
    await runJob(id)
    expect(await server.context.blobs.stat(blobKeys.annotationExport(id))).toBeNull()
  })

  it('is made anew after a kill, and by the clean-up where its job was lost; after 7 days it is removed', async () => {
    await annotate(server, lab.member, imageId, [creation()])
    const { id } = (await orderBy(viewer, { format: 'csv' })).body.data
    const killed = new AbortController()
    killed.abort(new Error('killed'))
    await expect(runJob(id, killed.signal)).rejects.toThrow()
    expect(await stateOf(id)).toMatchObject({ status: 'running' })
    await server.context.db.execute(sql`DELETE FROM jobs.job WHERE data->'payload'->>'exportId' = ${id}`)
    await annotationsDomain.cleanUp?.(server.context)
    const jobs = sql`SELECT FROM jobs.job WHERE data->'payload'->>'exportId' = ${id}`
    expect((await server.context.db.execute(jobs)).rows).toHaveLength(1)
    await runJob(id)
    expect(await stateOf(id)).toMatchObject({ status: 'successful', exported: 1 })
    const later = (days: number) => ({ ...server.context, now: () => new Date(Date.now() + days * 24 * 3600 * 1000) })
    await annotationsDomain.cleanUp?.(later(6.9))
    expect(await stateOf(id)).toBeDefined()
    await annotationsDomain.cleanUp?.(later(7.1))
    expect(await stateOf(id)).toBeUndefined()
  })
})
