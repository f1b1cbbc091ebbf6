import { call } from '@lamella/shared/api'
import { checkSuitability } from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

/** Milliseconds between two requests while an image is being measured. */
const pollWhilePending = 1500

/** Whether an image suits an application. The first request starts the measurement. Without an error page: the form goes on. */
export const suitabilityQuery = (imageId: string, { name, version }: { name: string; version: string }) =>
  queryOptions({
    queryKey: ['suitability', imageId, name, version],
    queryFn: async ({ signal }) => {
      const input = { params: { imageId }, query: { appName: name, appVersion: version } }
      return (await call(checkSuitability, input, { signal, action: 'suitability.check' })).data
    },
    refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? pollWhilePending : false),
  })
