import { ActionIcon } from '@mantine/core'
import { IconAngle, IconLine, IconPolygon, IconTrash } from '@tabler/icons-react'
import type { ImageMap } from '../../canvas/image-map.ts'
import type { ChannelSetting } from '../../tiles/channel-settings.ts'
import type { ShownPlane } from '../../tiles/tile-store.ts'
import css from './measure-panel.module.css'
import { nameOf, type PixelSize, wordsOf } from './measurement.ts'
import { Profile } from './profile.tsx'
import type { Measurements } from './use-measurements.ts'

interface MeasurePanelProps {
  map: ImageMap
  measurements: Measurements
  channels: readonly ChannelSetting[]
  shown: ShownPlane
  pixelSize: PixelSize
}

const icons = { line: IconLine, area: IconPolygon, angle: IconAngle }

/** The measurements with their values, and the profile of the chosen line. Loaded with the first measurement. */
const MeasurePanel = ({ map, measurements, channels, shown, pixelSize }: MeasurePanelProps) => {
  const { list, chosen, choose, remove } = measurements
  const line = list.find(({ id, kind }) => id === chosen && kind === 'line')
  return (
    <div className={css.panel}>
      {!pixelSize && (
        <p className={css.note}>
          In pixels: the size of a pixel of this image is not known. Angles are those of square pixels.
        </p>
      )}
      <ul className={css.list}>
        {list.map((measurement) => {
          const KindIcon = icons[measurement.kind]
          const name = nameOf(measurement)
          return (
            <li key={measurement.id} data-chosen={measurement.id === chosen || undefined}>
              <button
                type="button"
                aria-pressed={measurement.id === chosen}
                onClick={() => {
                  choose(measurement.id)
                  const [x, y] = measurement.points[0] ?? [0, 0]
                  if (!map.shows(x, y)) map.centerOn(x, y)
                }}
              >
                <KindIcon size={16} stroke={1.6} aria-hidden />
                <span>{name}</span>
                <b>{wordsOf(measurement, pixelSize)}</b>
              </button>
              <ActionIcon aria-label={`Remove ${name}`} onClick={() => remove(measurement.id)}>
                <IconTrash size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            </li>
          )
        })}
      </ul>
      {line && <Profile key={line.id} map={map} line={line} channels={channels} shown={shown} pixelSize={pixelSize} />}
    </div>
  )
}

export default MeasurePanel
