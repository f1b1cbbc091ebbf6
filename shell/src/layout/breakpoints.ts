import { useMediaQuery } from '@mantine/hooks'

const useQuery = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? false

/** Narrow layout: window width below 1001 px (D1-2.6-10). */
export const useNarrow = (): boolean => useQuery('(max-width: 1000.98px)')

/** Mobile: window width below 800 px (D3-9-27, contradiction 1). */
export const useMobile = (): boolean => useQuery('(max-width: 799.98px)')

/** Phones: window width below 480 px, where the header has no room for the words of an upload. */
export const usePhone = (): boolean => useQuery('(max-width: 479.98px)')

/** Guided tours need a width of at least 1000 px (D2-2-82, contradiction 4). */
export const useHasTourWidth = (): boolean => useQuery('(min-width: 1000px)')

/** Height class of the window. */
export type WindowHeight = 'very-small' | 'small' | 'normal'

/**
 * Height class of the window: small below 1001 px (D1-9-07), very small below 801 px (D1-9-08). Spacing shrinks first.
 */
export const useWindowHeight = (): WindowHeight => {
  const small = useQuery('(max-height: 1000.98px)')
  const verySmall = useQuery('(max-height: 800.98px)')
  if (verySmall) return 'very-small'
  return small ? 'small' : 'normal'
}
