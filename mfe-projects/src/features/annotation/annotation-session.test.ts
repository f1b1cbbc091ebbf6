import { configureHttp } from '@lamella/shared/api'
import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { createQueryClient } from '@lamella/shared/queries'
import { imageAnnotationsQuery } from '@lamella/shared/queries/annotation-layer.ts'
import { currentUserAtom, store } from '@lamella/shared/session'
import { layerAnswer } from '@lamella/shared/testing/annotation-layer.ts'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { waitFor } from '@testing-library/react'
import { sampleAnnotation } from '../../../test/sample-annotation.ts'
import { sessionOf } from './annotation-session.ts'

const user = portalUser('member')
const image = sampleImage()
const moved = { ...image, project: sampleAnnotation().id }
const one = sampleAnnotation()
const drawn = { act: 'create', id: '019aa000-0000-7000-8000-e00000000007', geometry: 'POINT (7 7)' } as const

let server: ContractServer
/** Lets the server answer a change. */
let answer: () => void
beforeEach(() => {
  configureHttp({ baseUrl: 'http://portal.test' })
  store.set(currentUserAtom, user)
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  server = ContractServer.start()
    .on(contract.getAnnotationLayer, () => layerAnswer([one]))
    .on(contract.changeAnnotations, async ({ body }) => {
      await held
      const outcomes = body.data.changes.map(({ id }) => ({ id, no: 2, revision: 1, labels: [] }))
      return { data: { revision: 2, outcomes } }
    })
})
afterEach(() => {
  bus.emit('session/ended', { reason: 'logout' })
  server.close()
})

test('what is saved while the list is not loaded stays until it is, and then only as others have left it', async () => {
  const queries = createQueryClient()
  const { outbox } = sessionOf(queries, user, image)
  outbox.add([drawn])
  answer()
  await waitFor(() => expect(outbox.unsaved).toBe(0))
  expect(outbox.edits).toEqual([drawn])
  // Others have deleted it before the list is read.
  await queries.fetchQuery(imageAnnotationsQuery(image.project, image.id))
  await waitFor(() => expect(outbox.edits).toEqual([]))
})

test.each([
  ['sent', true],
  ['not sent', false],
])('what is %s when an image is moved is in its list in the other project', async (_, isSaved) => {
  const queries = createQueryClient()
  const session = sessionOf(queries, user, image)
  session.outbox.add([drawn])
  if (isSaved) {
    answer()
    await waitFor(() => expect(session.unsaved).toBe(0))
  }
  expect(sessionOf(queries, user, moved)).toBe(session)
  const { queryKey } = imageAnnotationsQuery(moved.project, moved.id)
  await queries.fetchQuery(imageAnnotationsQuery(moved.project, moved.id))
  answer()
  await waitFor(() => expect(session.outbox.edits).toEqual([]))
  const ids = isSaved ? [one.id] : [one.id, drawn.id]
  expect(queries.getQueryData<{ objects: contract.Annotation[] }>(queryKey)?.objects.map(({ id }) => id)).toEqual(ids)
})
