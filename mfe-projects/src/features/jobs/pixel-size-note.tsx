import type { Image } from '@lamella/shared/contract'
import { InfoBar } from '@lamella/shared/ui'
import { pixelSizeDifference } from './pixel-size-difference.ts'

interface PixelSizeNoteProps {
  /** Of the result, µm per pixel; null: it had none; undefined: not known. */
  measured: Image['pixelSize'] | undefined
  /** Of the image today, µm per pixel; null: it has none; undefined: not known. */
  current: Image['pixelSize'] | undefined
}

/** Above a result: that the pixel size of its image was changed after the run. Nothing where both are equal, or one is not known. */
export const PixelSizeNote = ({ measured, current }: PixelSizeNoteProps) => {
  const text = pixelSizeDifference(measured, current)
  return text && <InfoBar tone="warning">{text}</InfoBar>
}
