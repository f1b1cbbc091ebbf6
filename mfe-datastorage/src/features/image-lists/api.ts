import { call, callAllPages } from '@lamella/shared/api'
import { deleteMedium, type ImageScope, listMedia, retryImage } from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

export const mediaQuery = (scope: ImageScope) =>
  queryOptions({
    queryKey: ['storage', 'media', scope],
    queryFn: ({ signal }) =>
      callAllPages(
        listMedia,
        { query: { 'filter[scope]': scope } },
        { signal, local: true, action: `storage.${scope}` },
      ),
  })

export const processAgain = (imageId: string): Promise<undefined> =>
  call(retryImage, { params: { imageId } }, { local: true, action: 'images.retry' })

export const removeMedium = (mediumId: string): Promise<undefined> =>
  call(deleteMedium, { params: { mediumId } }, { local: true, action: 'media.delete' })
