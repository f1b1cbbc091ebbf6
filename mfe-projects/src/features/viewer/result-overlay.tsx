import type { Image, ImageView } from '@lamella/shared/contract'
import { CardHeader } from '@lamella/shared/ui'
import { MapCanvas, type ObjectOverlay, useImageMap } from '@lamella/shared/viewer'
import { Card, SegmentedControl } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { middleOf } from './middle-of.ts'
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
  overlay: ObjectOverlay
  /** Number of the object that is marked; null: none. */
  selected: number | null
  onSelect: (no: number | null) => void
  /** On the right of the title. */
  tools?: ReactNode
}

/** The image with the objects of its result, as a card of a page: a click on an object selects it. */
const ResultOverlay = ({ image, view, overlay, selected, onSelect, tools }: ResultOverlayProps) => {
  const [look, setLook] = useState('outlines')
  const { map, ...canvas } = useImageMap({
    imageId: image.id,
    view,
    overlay,
    filled: look === 'filled',
    objectsVisible: look !== 'off',
    selected,
    onPick: onSelect,
    embedded: true,
  })
  const { result, objects } = overlay
  useEffect(() => {
    const object = objects.find(({ no }) => no === selected)
    if (object && !map?.shows(...middleOf(object))) map?.centerOn(...middleOf(object))
  }, [map, selected, objects])

  return (
    <Card padding={0} component="section" aria-label="Result overlay">
      <CardHeader title="Result overlay">
        <div className={css.tools}>
          <SegmentedControl size="xs" aria-label="Objects as" data={looks} value={look} onChange={setLook} />
          {tools}
        </div>
      </CardHeader>
      <div className={css.stage}>
        <MapCanvas image={image} map={canvas} barLength={barLength} />
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
