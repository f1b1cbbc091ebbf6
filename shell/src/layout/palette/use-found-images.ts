import { call } from '@lamella/shared/api'
import { listMedia, type MediumItem } from '@lamella/shared/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'

/** Milliseconds after the last key until the server is asked. */
const typingPause = 200
/** The server's answer is looked through again: a name may fit better than a newer one. */
const mostAsked = 20

/**
 * Available images of all projects that the user can see.
 * @param query - words of the image's or the project's name
 */
export const useFoundImages = (query: string): readonly MediumItem[] => {
  const [name] = useDebouncedValue(query.trim(), typingPause)
  const found = useQuery({
    queryKey: ['media', 'named', name],
    queryFn:
      name !== '' && query.trim() !== ''
        ? async ({ signal }) =>
            (
              await call(
                listMedia,
                { query: { 'filter[scope]': 'available', 'filter[name]': name, 'page[size]': mostAsked } },
                { signal, local: true, action: 'images.find' },
              )
            ).data
        : skipToken,
    staleTime: 60_000,
    placeholderData: (previous) => previous,
  })
  return found.data ?? []
}
