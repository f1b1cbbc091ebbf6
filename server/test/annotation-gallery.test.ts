import * as contract from '@lamella/shared/contract'
import sharp from 'sharp'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { lastTry } from './analysed-project.ts'
import { addAnnotatedImage, addLabels, annotate, creation } from './annotated-image.ts'
import { setUpImageServer } from './image-server.ts'
import { addOrganisation, addPerson, addProject } from './people.ts'

const server = setUpImageServer()
const [width, height] = [300, 200]

/** Red by column, green by row. */
const picture = () =>
  sharp(
    Uint8Array.from({ length: 3 * width * height }, (_, at) => {
      const pixel = Math.floor(at / 3)
      return [(pixel % width) % 256, Math.floor(pixel / width), 90][at % 3] ?? 0
    }),
    { raw: { width, height, channels: 3 } },
  )
    .png()
    .toBuffer()

test('each annotation has a picture of the image around it, black beside the image', async () => {
  const { token } = server.lab.admin
  const { imageId, mediumId } = await server.client.upload(await picture(), { project: server.project })
  await createProcessImage(server.context)({ mediumId }, lastTry)
  const params = { projectId: server.project }
  await annotate(server, server.lab.admin, imageId, [
    creation({ geometry: 'POLYGON ((100 60, 200 60, 200 120, 100 120, 100 60))' }),
    creation({ geometry: 'POINT (4 6)' }),
  ])
  const { data } = (await server.call(contract.listAnnotations, { token, params, query: {} })).body
  const open = async ({ previewUrl }: contract.Annotation) => {
    const answer = await server.app.inject({ url: previewUrl ?? '', headers: { authorization: `Bearer ${token}` } })
    expect(answer.headers['content-type']).toBe('image/jpeg')
    expect(answer.headers['cache-control']).toBe('private, max-age=300')
    const { data: pixels, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true })
    const colorAt = (x: number, y: number) => [
      ...pixels.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3),
    ]
    return { width: info.width, height: info.height, colorAt }
  }
  const near = (actual: number[], expected: number[]) =>
    expect(Math.max(...actual.map((value, at) => Math.abs(value - (expected[at] ?? 0))))).toBeLessThan(12)
  const [area, point] = data.toSorted((one, other) => one.no - other.no)
  if (!area || !point) throw new Error('They are not listed')
  // The square of 160 px around the middle (150, 90).
  const large = await open(area)
  expect([large.width, large.height]).toEqual([160, 160])
  near(large.colorAt(80, 80), [150, 90, 90])
  near(large.colorAt(10, 150), [80, 160, 90])
  // 48 px around (4, 6), of which 20 columns and 18 rows lie beside the image.
  const small = await open(point)
  expect([small.width, small.height]).toEqual([48, 48])
  near(small.colorAt(10, 30), [0, 0, 0])
  near(small.colorAt(30, 8), [0, 0, 0])
  near(small.colorAt(40, 40), [20, 22, 90])
})

test.each([
  ['it lies beside the image', { box: '300,0,50,50' }, 'ERR_0404'],
  ['there is no such plane', { box: '0,0,50,50', 'dim[z]': 4 }, 'ERR_0404'],
  ['there is no such scene', { box: '0,0,50,50', scene: 1 }, 'ERR_0404'],
  ['it has no width', { box: '0,0,0,50' }, 'ERR_0400'],
])('a part of an image is refused where %s', async (_, query, code) => {
  const { token } = server.lab.admin
  const { imageId, mediumId } = await server.client.upload(await picture(), { project: server.project })
  await createProcessImage(server.context)({ mediumId }, lastTry)
  const answer = await server.call(contract.getImagePart, { token, params: { imageId }, query })
  expect(answer.code).toBe(code)
})

test('annotations of a project are counted by labels, people and images', async () => {
  const { member: owner, id } = await addOrganisation(server)
  const annotator = await addPerson(server, id, 'ann')
  const projectId = await addProject(server, owner, [[annotator, 'annotator']])
  const counts = async () =>
    (await server.call(contract.countAnnotations, { token: annotator.token, params: { projectId } })).body.data
  expect(await counts()).toEqual({
    ...{ all: 0, unlabeled: 0, distinct: 0, multipleDistinct: 0, regions: 0, markedRegions: 0 },
    ...{ labels: [], owners: [], images: [] },
  })
  const [tumor = '', stroma = ''] = await addLabels(server, owner, projectId, 'Tissue', ['Tumor', 'Stroma'])
  const [one, other] = [
    await addAnnotatedImage(server, owner, projectId, {}, { name: 'b.tif' }),
    await addAnnotatedImage(server, owner, projectId, {}, { name: 'a.tif' }),
  ]
  const gone = creation({ labels: [tumor] })
  await annotate(server, owner, one, [
    creation({ labels: [tumor] }),
    creation({ labels: [tumor, stroma] }),
    creation(),
    gone,
    creation({ kind: 'RegionOfInterest' }),
  ])
  await annotate(server, owner, one, [{ act: 'delete', id: gone.id }])
  await annotate(server, annotator, other, [creation({ labels: [stroma] }), creation({ labels: [stroma] })])
  const { labels, owners, images, ...sums } = await counts()
  expect(sums).toEqual({ all: 5, unlabeled: 1, distinct: 3, multipleDistinct: 1, regions: 1, markedRegions: 0 })
  expect(labels).toEqual([
    { labelId: stroma, count: 3 },
    { labelId: tumor, count: 2 },
  ])
  expect(owners.map(({ owner: user, count }) => [user, count])).toEqual([
    [owner.id, 3],
    [annotator.id, 2],
  ])
  expect(images).toEqual([
    { imageId: other, imageName: 'a.tif', count: 2 },
    { imageId: one, imageName: 'b.tif', count: 3 },
  ])
})
