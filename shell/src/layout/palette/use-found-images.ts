import type { MediumItem } from '@lamella/shared/contract'
import { imagesNamedQuery } from '@lamella/shared/queries'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'

/** Milliseconds after the last key until the server is asked. */
const typingPause = 200

/**
 * Available images of all projects that the user can see. What cannot be read is not found, and no reason to leave the page below.
 * @param query - words of the image's or the project's name
 */
export const useFoundImages = (query: string): readonly MediumItem[] => {
  const [name] = useDebouncedValue(query.trim(), typingPause)
  const wanted = name !== '' && query.trim() !== ''
  return useQuery({ ...imagesNamedQuery(name), enabled: wanted, placeholderData: (previous) => previous }).data ?? []
}
