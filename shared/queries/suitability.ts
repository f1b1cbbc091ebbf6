import { call } from '@lamella/shared/api'
import { checkSuitability, type Image, type SuitabilityCheck } from '@lamella/shared/contract'
import { defineQuery } from './define-query.ts'

/** Milliseconds between two requests while an image is being measured. */
export const pollWhilePending = 1500

/**
 * The same with a call per image, for remotes that were built before one call asked for many (ADR 65).
 * Whether images suit an application, by the id of the image; those without an answer are absent. The first request
 * starts the measurement. Asked for again when a pixel size changes, by which an image is judged. Without an error page: the form goes on. One query for all images, so that the start page
 * need not load what observes many.
 */
export const suitabilityQuery = (
  images: readonly Pick<Image, 'id' | 'pixelSize'>[],
  { name, version }: { name: string; version: string },
) =>
  defineQuery({
    queryKey: ['suitability', name, version, images.map(({ id, pixelSize }) => [id, pixelSize])],
    queryFn: async ({ signal }): Promise<Record<string, SuitabilityCheck>> => {
      const query = { appName: name, appVersion: version }
      const check = async (imageId: string) => {
        const { data } = await call(
          checkSuitability,
          { params: { imageId }, query },
          { signal, action: 'suitability.check' },
        )
        return [imageId, data] as const
      }
      const answers = await Promise.allSettled(images.map(({ id }) => check(id)))
      return Object.fromEntries(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])))
    },
    // Images that were chosen before stay judged while one more is asked for, but never for another application.
    placeholderData: (before: Record<string, SuitabilityCheck> | undefined, query) =>
      query?.queryKey[1] === name && query.queryKey[2] === version ? before : undefined,
    refetchInterval: ({ state: { data = {} } }) =>
      Object.values(data).some(({ status }) => status === 'pending') ? pollWhilePending : false,
  })
