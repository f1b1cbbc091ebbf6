import type { Project } from '@lamella/shared/contract'
import { failingTo, projectsNamedQuery, projectsStartQuery } from '@lamella/shared/queries'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'

/** Milliseconds without a key press before the search request. */
const typingPause = 200

/**
 * Projects in which the palette looks for what is typed: all of them, or of more than 250 those whose name the server finds. A failed request
 * finds nothing; it does not redirect to the error page.
 * @param query - words of the name
 */
export const useProjectSearch = (opened: boolean, query: string): readonly Project[] => {
  const [name] = useDebouncedValue(query.trim(), typingPause)
  const start = useQuery({ ...failingTo(null, projectsStartQuery()), enabled: opened }).data
  const searches = opened && start?.isWhole === false && name !== ''
  const named = useQuery({ ...failingTo(null, projectsNamedQuery(name)), enabled: searches }).data
  return (searches ? named : start?.rows) ?? []
}
