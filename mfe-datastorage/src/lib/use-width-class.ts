import { useMediaQuery } from '@mantine/hooks'

/**
 * Width class of a table: `narrow` below 1001 px, where further columns move below the name, `medium` below 1440 px.
 */
export type WidthClass = 'narrow' | 'medium' | 'wide'

const immediately = { getInitialValueInEffect: false }

/** Width class of the window. */
export const useWidthClass = (): WidthClass => {
  const narrow = useMediaQuery('(width < 1001px)', false, immediately)
  const medium = useMediaQuery('(width < 1440px)', false, immediately)
  if (narrow) return 'narrow'
  return medium ? 'medium' : 'wide'
}
