import { useMediaQuery } from '@mantine/hooks'

const useQuery = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? false

/** Narrow layout: window width below 1001 px (document 1 §2.6). */
export const useNarrow = (): boolean => useQuery('(max-width: 1000.98px)')

/** Mobile: below 800 px (document 3 §9; contradictions.md 1). */
export const useMobile = (): boolean => useQuery('(max-width: 799.98px)')

/** Phones, below 480 px: beside the trial there is no room for the words of an upload. */
export const usePhone = (): boolean => useQuery('(max-width: 479.98px)')

/** Tours run from 1000 px on (document 2 §2; contradictions.md 4). */
export const useTourWidth = (): boolean => useQuery('(min-width: 1000px)')

export type WindowHeight = 'very-small' | 'small' | 'normal'

/** Small below 1001 px, very small below 801 px (document 1 §9): spacing gives way to content. */
export const useWindowHeight = (): WindowHeight => {
  const small = useQuery('(max-height: 1000.98px)')
  const verySmall = useQuery('(max-height: 800.98px)')
  if (verySmall) return 'very-small'
  return small ? 'small' : 'normal'
}
