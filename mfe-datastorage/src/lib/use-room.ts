import { useMediaQuery } from '@mantine/hooks'

/** How much of a row fits side by side: below 1001 px what a wide table has in columns goes below the name. */
export type Room = 'narrow' | 'medium' | 'wide'

const immediately = { getInitialValueInEffect: false }

export const useRoom = (): Room => {
  const narrow = useMediaQuery('(width < 1001px)', false, immediately)
  const medium = useMediaQuery('(width < 1440px)', false, immediately)
  if (narrow) return 'narrow'
  return medium ? 'medium' : 'wide'
}
