import { formatNumber } from '@lamella/shared/ui'
import { ActionIcon } from '@mantine/core'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import type { ImageMap } from './image-map.ts'
import css from './zoom-bar.module.css'

interface ZoomBarProps {
  map: Pick<ImageMap, 'zoomBy' | 'fit'> | null
  /** Pixels of the image per CSS pixel. */
  resolution: number
}

const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** The zoom in percent (100 %: one pixel of the image per CSS pixel), with buttons for out, in and the whole image. */
export const ZoomBar = ({ map, resolution }: ZoomBarProps) => (
  <div className={css.zoom} role="toolbar" aria-label="Zoom">
    <ActionIcon aria-label="Zoom out" onClick={() => map?.zoomBy(0.5)}>
      <IconMinus {...iconProps} />
    </ActionIcon>
    <span className={css.percent}>{formatNumber(100 / resolution)} %</span>
    <ActionIcon aria-label="Zoom in" onClick={() => map?.zoomBy(2)}>
      <IconPlus {...iconProps} />
    </ActionIcon>
    <ActionIcon aria-label="Whole image" onClick={() => map?.fit()}>
      <IconMaximize {...iconProps} />
    </ActionIcon>
  </div>
)
