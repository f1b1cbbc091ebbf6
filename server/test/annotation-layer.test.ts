import { gunzipSync } from 'node:zlib'
import * as contract from '@lamella/shared/contract'
import { type ImageLayer, readLayer } from '@lamella/shared/testing/annotation-layer.ts'
import { onPremisePlans } from '../src/domains/quotas/plans.ts'
import { addAnnotatedImage, addLabels, annotate, creation, squareAt } from './annotated-image.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

const server = setUpServer()
let lab: Organisation
let viewer: Person
let projectId: string
let imageId: string
beforeEach(async () => {
  lab = await addOrganisation(server, onPremisePlans)
  viewer = await addPerson(server, lab.id, 'vic')
  projectId = await addProject(server, lab.member, [[viewer, 'viewer']])
  imageId = await addAnnotatedImage(server, lab.member, projectId, { timePoints: 3, zPlanes: 2 })
})

const layer = async (before?: ImageLayer): Promise<ImageLayer> => {
  const query = { since: before?.revision ?? undefined, installation: before?.installation ?? undefined }
  const call = { token: viewer.token, params: { imageId }, query }
  const { raw } = await server.call(contract.getAnnotationLayer, call)
  return readLayer(Uint8Array.from(raw), imageId, before)
}

const listed = async () => {
  const query = { 'page[size]': 500, 'filter[image]': imageId }
  const call = { token: viewer.token, params: { projectId }, query }
  const annotations = await server.call(contract.listAnnotations, call)
  const regions = await server.call(contract.listRegions, call)
  // Only lists have addresses of pictures.
  const plain = annotations.body.data.map((each) => ({ ...each, previewUrl: null }))
  return [...plain, ...regions.body.data].toSorted((one, other) => one.no - other.no)
}
const inOrder = ({ objects }: ImageLayer) => objects.toSorted((one, other) => one.no - other.no)
const change = (changes: contract.AnnotationChange[]) => annotate(server, lab.member, imageId, changes)

test('a layer has what the lists have', async () => {
  expect(await layer()).toMatchObject({ objects: [], revision: 0 })
  const labels = await addLabels(server, lab.member, projectId, 'Tissue', ['Tumor', 'Stroma'])
  await change([
    creation({ labels, z: 1, t: 2 }),
    creation({ geometry: 'POINT (3.25 4)' }),
    creation({ geometry: 'LINESTRING (0 0, 0.1234567 5)', t: 0 }),
    creation({ kind: 'RegionOfInterest', name: 'Größe', t: 1 }),
    creation({
      geometry: 'MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0), (2 2, 2 4, 4 4, 2 2)), ((20 20, 30 20, 30 30, 20 20)))',
    }),
  ])
  const all = await layer()
  expect(inOrder(all)).toEqual(await listed())
  expect(all.revision).toBe(1)
})

test('what was changed since is told, and added gives what is there', async () => {
  const [kept, moved, gone, back] = [creation(), creation(), creation(), creation()]
  await change([kept, moved, gone, back])
  await change([{ act: 'delete', id: back.id, revision: 1 }])
  const before = await layer()
  await change([
    { act: 'change', id: moved.id, revision: 1, geometry: squareAt(50, 50) },
    { act: 'delete', id: gone.id, revision: 1 },
    { act: 'restore', id: back.id },
    creation({ kind: 'RegionOfInterest' }),
  ])
  const after = await layer(before)
  expect(inOrder(after)).toEqual(await listed())
  expect(after.objects.find(({ id }) => id === kept.id)).toBe(before.objects.find(({ id }) => id === kept.id))
  // Nothing was changed since.
  expect((await layer(after)).objects).toEqual(after.objects)
})

test.each([
  ['has not got as far yet', { revision: 1000 }],
  ['has gone past it again', { revision: 1, installation: '019aa000-0000-7000-8000-000000000001' }],
])('a layer that was set back by a backup, and %s, is told as a whole', async (_, known) => {
  await change([creation(), creation()])
  await change([creation()])
  const { objects, ...before } = await layer()
  const [lost, ...rest] = objects
  if (!lost) throw new Error('Nothing was drawn')
  const ofLostFuture = { ...lost, id: creation().id }
  expect(inOrder(await layer({ ...before, ...known, objects: [ofLostFuture, ...rest] }))).toEqual(await listed())
})

test('thousands come in several pieces, compressed for who takes it', async () => {
  await change(Array.from({ length: 1000 }, (_, at) => creation({ geometry: `POINT (${at} 1)` })))
  for (let round = 0; round < 4; round += 1) {
    await change(Array.from({ length: 1000 }, () => creation()))
  }
  expect((await layer()).objects).toHaveLength(5000)
  const path = contract.getAnnotationLayer.path.replace(':imageId', imageId)
  const answer = await server.app.inject({
    url: path,
    headers: { authorization: `Bearer ${viewer.token}`, 'accept-encoding': 'gzip, br' },
  })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(readLayer(gunzipSync(answer.rawPayload), imageId, undefined).objects).toHaveLength(5000)
})

test('only who sees the project reads it', async () => {
  const stranger = await addPerson(server, lab.id, 'str')
  const call = { params: { imageId }, query: {} }
  const { code } = await server.call(contract.getAnnotationLayer, { token: stranger.token, ...call })
  expect(code).toBe('ERR_0404')
})
