import { call } from '@lamella/shared/api'
import {
  checkSuitabilities,
  findImages,
  getImage,
  type Image,
  pageSize,
  type SuitabilityCheck,
} from '@lamella/shared/contract'
import { defineQuery } from './define-query.ts'
import { pollWhilePending } from './suitability.ts'

/** Images of one call. */
const callsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / pageSize) }, (_, at) => ids.slice(at * pageSize, (at + 1) * pageSize))

/** Images that were chosen, and those of them that could be read. */
interface ChosenImages {
  asked: readonly string[]
  images: Image[]
}

/**
 * Chosen images of a project, 250 per call: a project may have a hundred thousand others. A single one comes with the names of its channels.
 * What cannot be read is left out. @throws ApiFailure when nothing could be read
 */
export const chosenImagesQuery = (projectId: string, ids: readonly string[]) =>
  defineQuery({
    queryKey: ['images', projectId, 'chosen', ids],
    queryFn: async ({ signal }): Promise<ChosenImages> => {
      const options = { signal, action: 'images.chosen' }
      const [single = '', second] = ids
      const part = async (images: string[]) =>
        (await call(findImages, { params: { projectId }, body: { data: { images } } }, options)).data
      const parts = () => callsOf(ids).map(part)
      const one = async () => [(await call(getImage, { params: { imageId: single } }, options)).data]
      const answers = await Promise.allSettled(second === undefined ? [one()] : parts())
      const read = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      const [failed] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
      if (read.length === 0 && failed) throw failed
      return { asked: ids, images: read.flat() }
    },
    // What was chosen before stays while one more is read, but never of another project.
    placeholderData: (before: ChosenImages | undefined, query) =>
      query?.queryKey[1] === projectId ? before : undefined,
    meta: { changedBy: (event) => event.type === 'image' && ids.includes(event.id) },
  })

type Checks = Record<string, SuitabilityCheck>

/**
 * Whether images of a project suit an application, by the id of the image; those without an answer are absent. The first request starts the
 * measurement; then those that are being measured are asked for again. Asked for again when a pixel size changes, by which an image is
 * judged. Without an error page: the form goes on.
 */
export const suitabilitiesQuery = (
  projectId: string,
  images: readonly Pick<Image, 'id' | 'pixelSize'>[],
  { name, version }: { name: string; version: string },
) =>
  defineQuery({
    queryKey: ['suitabilities', projectId, name, version, images.map(({ id, pixelSize }) => [id, pixelSize])],
    queryFn: async ({ signal, client, queryKey }): Promise<Checks> => {
      const before = client.getQueryData<Checks>(queryKey) ?? {}
      const open = images.map(({ id }) => id).filter((id) => before[id]?.status !== 'ready')
      const ask = async (ids: string[]) => {
        const body = { data: { appName: name, appVersion: version, images: ids } }
        const options = { signal, action: 'suitability.check' }
        return (await call(checkSuitabilities, { params: { projectId }, body }, options)).data
      }
      const answers = (await Promise.all(callsOf(open).map(ask))).flat()
      return { ...before, ...Object.fromEntries(answers.map(({ image, ...check }) => [image, check])) }
    },
    // Images that were chosen before stay judged while one more is asked for, but never for another application.
    placeholderData: (before: Checks | undefined, query) =>
      query?.queryKey[2] === name && query.queryKey[3] === version ? before : undefined,
    refetchInterval: ({ state: { data = {} } }) =>
      Object.values(data).some(({ status }) => status === 'pending') ? pollWhilePending : false,
  })
