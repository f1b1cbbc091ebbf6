import type { Image, ImageView, JobResult, ResultObject } from '@lamella/shared/contract'
import { CardHeader } from '@lamella/shared/ui'
import { Card, SegmentedControl } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { initialChannels } from './channel-settings.ts'
import { ImageMap } from './map/image-map.ts'
import { middleOf } from './map/middle-of.ts'
import { scaleBarOf } from './map/scale-bar.ts'
import css from './result-overlay.module.css'

const looks = [
  { value: 'outlines', label: 'Outlines' },
  { value: 'filled', label: 'Filled' },
  { value: 'off', label: 'Off' },
]
const barLength = 90

interface ResultOverlayProps {
  image: Image
  view: ImageView
  result: JobResult
  objects: readonly ResultObject[]
  /** Number of the object that is marked; null: none. */
  selected: number | null
  /** The same function at every render. */
  onSelect: (no: number | null) => void
  /** On the right of the title. */
  tools?: ReactNode
}

/** The image with the objects of its result, as a card of a page: a click on an object selects it. */
const ResultOverlay = ({ image, view, result, objects, selected, onSelect, tools }: ResultOverlayProps) => {
  const target = useRef<HTMLDivElement>(null)
  const map = useRef<ImageMap | null>(null)
  const [resolution, setResolution] = useState(1)
  const [look, setLook] = useState('outlines')

  useEffect(() => {
    if (!target.current) return
    target.current.tabIndex = 0
    const created = new ImageMap({
      target: target.current,
      imageId: image.id,
      view,
      channels: initialChannels(view),
      listeners: { onMove: setResolution, onPointer: () => undefined, onPick: onSelect },
      embedded: true,
    })
    map.current = created
    return () => {
      map.current = null
      created.dispose()
    }
  }, [image.id, view, onSelect])
  useEffect(() => {
    const colors = Object.fromEntries(result.classes.map(({ name, color }) => [name, color]))
    map.current?.showObjects(objects, colors, look === 'filled')
    map.current?.setObjectsVisible(look !== 'off')
  }, [result.classes, objects, look])
  useEffect(() => {
    map.current?.select(selected)
    const object = objects.find(({ no }) => no === selected)
    if (object && !map.current?.shows(...middleOf(object))) map.current?.centerOn(...middleOf(object))
  }, [selected, objects])

  const bar = image.pixelSize && scaleBarOf(image.pixelSize.x, resolution, barLength)
  return (
    <Card padding={0} component="section" aria-label="Result overlay">
      <CardHeader title="Result overlay">
        <SegmentedControl size="xs" aria-label="Objects as" data={looks} value={look} onChange={setLook} />
        {tools}
      </CardHeader>
      <div className={css.stage}>
        <div ref={target} className={css.canvas} role="application" aria-label={`Picture of ${image.name}`} />
        {bar && (
          <div className={css.bar} style={{ width: bar.width }}>
            {bar.label}
          </div>
        )}
        <ul className={css.legend} aria-label="Classes">
          {result.classes.map(({ name, color }) => (
            <li key={name}>
              <i style={{ backgroundColor: color }} /> {name}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

export default ResultOverlay
