import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFileDownload, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { ImageMap } from '../../canvas/image-map.ts'
import { saveText } from '../../export/save-file.ts'
import type { ViewerPanel } from '../../panels/viewer-panel.ts'
import type { ChannelSetting } from '../../tiles/channel-settings.ts'
import type { ShownPlane } from '../../tiles/tile-store.ts'
import { type PixelSize, tableOf } from './measurement.ts'
import css from './measurements-panel.module.css'
import type { Measurements } from './use-measurements.ts'

const MeasurePanel = lazy(() => import('./measure-panel.tsx'))

interface MeasurementsPanelProps {
  map: ImageMap
  measurements: Measurements
  channels: readonly ChannelSetting[]
  shown: ShownPlane
  pixelSize: PixelSize
}

const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** The panel of what was measured; null: nothing. */
export const measurementsPanel = (props: MeasurementsPanelProps): ViewerPanel | null => {
  const { list, remove } = props.measurements
  if (list.length === 0) return null
  return {
    id: 'measurements',
    title: 'Measurements',
    count: list.length,
    actions: (
      <span className={css.actions}>
        <Tooltip label="Download as CSV">
          <ActionIcon
            aria-label="Download the measurements"
            onClick={() => saveText(tableOf(list, props.pixelSize), 'measurements.csv', 'text/csv')}
          >
            <IconFileDownload {...iconProps} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Remove all">
          <ActionIcon aria-label="Remove all measurements" onClick={() => remove(null)}>
            <IconTrash {...iconProps} />
          </ActionIcon>
        </Tooltip>
      </span>
    ),
    render: () => (
      <Suspense>
        <MeasurePanel {...props} />
      </Suspense>
    ),
  }
}
