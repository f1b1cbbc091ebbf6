import { randomUUID } from 'node:crypto'
import * as contract from '@lamella/shared/contract'
import { geometryOfWkt } from '@lamella/shared/geometry'
import { sql } from 'drizzle-orm'
import { decode } from 'fast-png'
import { strFromU8, unzipSync } from 'fflate'
import { fromArrayBuffer } from 'geotiff'
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
  body: {
    format: contract.AnnotationExportFormat
    mask?: contract.MaskValues
    images?: string[]
    annotations?: string[]
  },
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

  it.each(['geojson', 'coco'] as const)(
    'in %s has no measurements of a file that are of another outline',
    async (format) => {
      const [kept, moved] = [randomUUID(), randomUUID()]
      const features = [kept, moved].map((id, at) => {
        const [x, y] = [at * 20, 0]
        const ring = [
          [x, y],
          [x + 9, y],
          [x + 9, 9],
          [x, 9],
          [x, y],
        ]
        const properties = { objectType: 'annotation', measurements: { Area: 81 } }
        return { type: 'Feature', id, geometry: { type: 'Polygon', coordinates: [ring] }, properties }
      })
      await importInto(imageId, Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })))
      await annotate(server, lab.member, imageId, [
        { act: 'change', id: moved, revision: 1, geometry: squareAt(50, 50) },
      ])
      const { text } = await made({ format, images: [imageId] })
      const written = format === 'coco' ? JSON.parse(text).annotations : JSON.parse(text).features
      const byId = new Map(
        written.map(
          (one: { id: string; uuid?: string; measurements?: object; properties?: { measurements?: object } }) => [
            one.uuid ?? one.id,
            (one.properties ?? one).measurements,
          ],
        ),
      )
      expect([byId.get(kept), byId.get(moved)]).toEqual([{ Area: 81 }, undefined])
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

  /** Values of a page, as other decoders than ours read them, and how many pixels have each. */
  const pixelsOf = async (name: string, file: Uint8Array, page = 0) => {
    const read = async () => {
      const tiff = await fromArrayBuffer(Uint8Array.from(file).buffer)
      const image = await tiff.getImage(page)
      const data = (await image.readRasters({ interleave: true })) as Uint8Array | Uint16Array | Uint32Array
      return { width: image.getWidth(), height: image.getHeight(), data, pages: await tiff.getImageCount() }
    }
    const { width, height, data, pages } = name.endsWith('.png') ? { ...decode(file), pages: 1 } : await read()
    const counts = new Map<number, number>()
    for (const value of data) if (value > 0) counts.set(value, (counts.get(value) ?? 0) + 1)
    return { bits: 8 * data.BYTES_PER_ELEMENT, pages, width, height, values: data, counts: Object.fromEntries(counts) }
  }
  const square = (at: number, size: number) =>
    `POLYGON ((${at} ${at}, ${at + size} ${at}, ${at + size} ${at + size}, ${at} ${at + size}, ${at} ${at}))`

  it.each(['mask-png', 'mask-tiff'] as const)(
    'as %s has the pixels whose middle lies within, by the numbers of the objects, of which later ones cover earlier ones',
    async (format) => {
      await annotate(server, lab.member, imageId, [
        creation({ geometry: square(0, 10) }),
        creation({ geometry: 'POINT (5 5)' }),
        creation({ geometry: square(22.6, 5), labels: [tumor] }),
        creation({ geometry: square(8, 4) }),
        creation({
          geometry:
            'POLYGON ((100 100, 106 100, 106 106, 100 106, 100 100), (102 102, 104 102, 104 104, 102 104, 102 102))',
        }),
      ])
      const { state, file } = await made({ format, images: [imageId] })
      expect(state).toMatchObject({ fileName: 'a mask.zip', exported: 4, leftOut: 1, error: null })
      const files = unzipSync(file)
      const name = format === 'mask-png' ? 'a.png' : 'a.tif'
      expect(Object.keys(files)).toEqual([name, 'a.csv'])
      const { bits, width, height, counts, values } = await pixelsOf(name, files[name] ?? new Uint8Array())
      expect([bits, width, height]).toEqual([16, 200, 150])
      expect(counts).toEqual({ 1: 96, 3: 25, 4: 16, 5: 32 })
      expect([22, 23, 27, 28].map((x) => values[25 * 200 + x])).toEqual([0, 3, 3, 0])
      const [head = [], ...rows] = csvRows(strFromU8(files['a.csv'] ?? new Uint8Array()))
      expect(rows.map((row) => [row[head.indexOf('Annotation')], row[head.indexOf('Labels')]]).toSorted()).toEqual([
        ['1', ''],
        ['2', ''],
        ['3', 'Tumor'],
        ['4', ''],
        ['5', ''],
      ])
    },
  )

  it('as a mask of classes has the place of the first label, and of what has none the one after the last', async () => {
    await annotate(server, lab.member, imageId, [
      creation({ geometry: square(0, 2), labels: [stroma] }),
      creation({ geometry: square(10, 3), labels: [stroma, tumor] }),
      creation({ geometry: square(20, 4) }),
    ])
    const { file } = await made({ format: 'mask-png', mask: 'classes' })
    const files = unzipSync(file)
    expect(Object.keys(files)).toEqual(['a.png', 'classes.csv'])
    const { bits, counts } = await pixelsOf('a.png', files['a.png'] ?? new Uint8Array())
    expect([bits, counts]).toEqual([8, { 1: 9, 2: 4, 3: 16 }])
    expect(csvRows(strFromU8(files['classes.csv'] ?? new Uint8Array()))).toEqual([
      ['Value', 'Label'],
      ['1', 'Tumor'],
      ['2', 'Stroma'],
      ['3', 'Unlabelled'],
    ])
  })

  it('as a mask has a page for each time point where annotations are at one, and numbers of 32 bits where they are needed', async () => {
    const series = await addAnnotatedImage(server, lab.member, projectId, { width: 300, height: 20, timePoints: 3 })
    await annotate(server, lab.member, series, [
      creation({ geometry: square(0, 2) }),
      creation({ geometry: square(10, 3), t: 1 }),
    ])
    await server.context.db.execute(sql`update annotations set no = 70000 where image_id = ${series} and t = 1`)
    const { state, file } = await made({ format: 'mask-tiff', images: [series] })
    expect(state).toMatchObject({ exported: 2, leftOut: 0 })
    const [mask = new Uint8Array()] = Object.values(unzipSync(file))
    const pages = await Promise.all([0, 1, 2].map((page) => pixelsOf('mask.tif', mask, page)))
    expect(pages.map(({ bits, counts }) => [bits, counts])).toEqual([
      [32, { 1: 4 }],
      [32, { 1: 4, 70000: 9 }],
      [32, { 1: 4 }],
    ])
    expect(pages[0]?.pages).toBe(3)
    const refused = (await made({ format: 'mask-png', images: [series] })).state
    expect(refused?.error).toBe(
      'A PNG has numbers up to 65535, and there are annotations with higher ones: choose TIFF.',
    )
    await server.context.db.execute(sql`update annotations set no = 2 where image_id = ${series} and t = 1`)
    const each = unzipSync((await made({ format: 'mask-png', images: [series] })).file)
    expect(Object.keys(each)).toEqual(['a t1.png', 'a t2.png', 'a t3.png', 'a.csv'])
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
      error: 'There are only points and lines, which the format does not have.',
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
