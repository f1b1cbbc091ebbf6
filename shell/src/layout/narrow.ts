import { useMediaQuery } from '@mantine/hooks'

/** Narrow layout: window width below 1001 px (document 1 §2.6). */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 1000.98px)', undefined, { getInitialValueInEffect: false }) ?? false

/** Mobile: below 800 px (document 3 §9; contradictions.md 1). */
export const useMobile = (): boolean =>
  useMediaQuery('(max-width: 799.98px)', undefined, { getInitialValueInEffect: false }) ?? false
