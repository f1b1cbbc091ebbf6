import type { MediumItem } from '@lamella/shared/contract'
import { imagesNamedQuery } from '@lamella/shared/queries'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'

/** Milliseconds without a key press before the search request. */
const typingPause = 200

/**
 * Available images, of all projects that the user can see, whose name or project name matches. A failed request finds
 * nothing; it does not redirect to the error page.
 * @param query - words of the image's or the project's name
 */
export const useImageSearch = (query: string): readonly MediumItem[] => {
  const [name] = useDebouncedValue(query.trim(), typingPause)
  const wanted = name !== '' && query.trim() !== ''
  return useQuery({ ...imagesNamedQuery(name), enabled: wanted, placeholderData: (previous) => previous }).data ?? []
}
