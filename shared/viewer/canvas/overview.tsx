import { pictureQuery } from '@lamella/shared/queries'
import { ProtectedPicture } from '@lamella/shared/ui'
import type { MouseEvent } from 'react'
import type { VisibleExtent } from './image-map.ts'
import css from './overview.module.css'

interface OverviewProps {
  /** Thumbnail of the image; null: there is none. */
  thumbnailUrl: string | null
  width: number
  height: number
  /** The visible extent, drawn as a frame. */
  visible: VisibleExtent
  onCenter: (x: number, y: number) => void
}

/** CSS pixels of the longer side. */
const longest = 128

/** Thumbnail of the whole image with a frame round the visible part. A click centres the map there. */
export const Overview = ({ thumbnailUrl, width, height, visible, onCenter }: OverviewProps) => {
  const scale = longest / Math.max(width, height)
  const [left, top, right, bottom] = visible
  const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most) * scale
  const frame = {
    left: clamp(left, width),
    top: clamp(top, height),
    width: clamp(right, width) - clamp(left, width),
    height: clamp(bottom, height) - clamp(top, height),
  }
  const go = (event: MouseEvent<HTMLButtonElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    onCenter((event.clientX - box.left) / scale, (event.clientY - box.top) / scale)
  }
  return (
    <button
      type="button"
      className={css.overview}
      style={{ width: width * scale, height: height * scale }}
      aria-label="Overview: go to a place"
      onClick={go}
    >
      <ProtectedPicture url={thumbnailUrl} pictureQuery={pictureQuery} />
      <span className={css.frame} style={frame} />
    </button>
  )
}
