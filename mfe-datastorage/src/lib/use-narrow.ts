import { useMediaQuery } from '@mantine/hooks'

/** Below 1001 px (contradictions.md 1): what stands side by side in a wide table goes below the name. */
export const useNarrow = (): boolean => useMediaQuery('(width < 1001px)', false, { getInitialValueInEffect: false })
