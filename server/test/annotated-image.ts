import { randomUUID } from 'node:crypto'
import * as contract from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { media } from '../src/platform/db/schema/index.ts'
import type { TestApp } from './helper.ts'
import { addImage, type StoredImage } from './library-images.ts'
import type { Person } from './people.ts'

interface Planes {
  width?: number
  height?: number
  zPlanes?: number
  timePoints?: number
  pixelSizeUm?: { x: number; y: number }
}

/** Inserts an available image as far as annotations depend on it, of 1,000 × 800 pixels unless stated. @returns its id */
export const addAnnotatedImage = async (
  server: TestApp,
  owner: Person,
  projectId: string,
  { width = 1000, height = 800, zPlanes = 1, timePoints = 1, pixelSizeUm }: Planes = {},
  changes: Partial<StoredImage> = {},
): Promise<string> => {
  const { imageId, mediumId } = await addImage(server, owner, projectId, changes)
  const lists = { channels: [], planes: [], levels: [], notes: [] }
  const description = { width, height, zPlanes, timePoints, pixelSizeUm, ...lists } as never
  await server.context.db.update(media).set({ description }).where(eq(media.id, mediumId))
  return imageId
}

/** Well-known text of a square of 10 px. */
export const squareAt = (x: number, y: number): string =>
  `POLYGON ((${[`${x} ${y}`, `${x + 10} ${y}`, `${x + 10} ${y + 10}`, `${x} ${y + 10}`, `${x} ${y}`].join(', ')}))`

/** A change that makes an annotation: a square of 10 px unless other things are given. */
export const creation = (fields: Partial<Extract<contract.AnnotationChange, { act: 'create' }>> = {}) => ({
  act: 'create' as const,
  id: randomUUID(),
  geometry: squareAt(0, 0),
  ...fields,
})

/** Sends changes of annotations. */
export const annotate = (
  server: TestApp,
  { token }: Pick<Person, 'token'>,
  imageId: string,
  changes: contract.AnnotationChange[],
) => server.call(contract.changeAnnotations, { token, params: { imageId }, body: { data: { changes } } })

/** Makes a label set. @returns the ids of its labels, in their order */
export const addLabels = async (
  server: TestApp,
  { token }: Pick<Person, 'token'>,
  projectId: string,
  name: string,
  names: readonly string[],
): Promise<string[]> => {
  const labels = names.map((label, at) => ({ name: label, color: `#e69f0${at}` }))
  const params = { projectId }
  const answer = await server.call(contract.createLabelSet, { token, params, body: { data: { name, labels } } })
  const query = { 'filter[labelset]': String(answer.headers.location).split('/').at(-1) ?? '' }
  return (await server.call(contract.listLabels, { token, params, query })).body.data.map(({ id }) => id)
}
