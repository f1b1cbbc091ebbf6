import { call } from '@lamella/shared/api'
import { checkSuitability, type SuitabilityCheck } from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

/** Milliseconds between two requests while an image is being measured. */
const pollWhilePending = 1500

/**
 * Whether images suit an application, by the id of the image; those without an answer are absent. The first request
 * starts the measurement. Without an error page: the form goes on. One query for all images, so that the start page
 * need not load what observes many.
 */
export const suitabilityQuery = (imageIds: readonly string[], { name, version }: { name: string; version: string }) =>
  queryOptions({
    queryKey: ['suitability', name, version, imageIds],
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
      const answers = await Promise.allSettled(imageIds.map(check))
      return Object.fromEntries(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])))
    },
    // Images that were chosen before stay judged while one more is asked for, but never for another application.
    placeholderData: (before: Record<string, SuitabilityCheck> | undefined, query) =>
      query?.queryKey[1] === name && query.queryKey[2] === version ? before : undefined,
    refetchInterval: ({ state: { data = {} } }) =>
      Object.values(data).some(({ status }) => status === 'pending') ? pollWhilePending : false,
  })
