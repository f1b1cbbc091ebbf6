import type { HotSpot } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'

/** The hot spot of a result, and its figures in words. */
export interface ShownHotSpot {
  /** In pixels of the image. */
  window: HotSpot
  /** Such as "45.2 % positive of 512 nuclei". */
  words: string
}

/**
 * A hot spot with its words.
 * @param classes - whose share is largest in it
 * @param objects - noun in the plural
 */
export const showHotSpot = (window: HotSpot, classes: readonly string[], objects: string): ShownHotSpot => ({
  window,
  words: `${formatNumber(window.share, 1)} % ${classes.join(', ')} of ${formatNumber(window.objects)} ${objects}`,
})
