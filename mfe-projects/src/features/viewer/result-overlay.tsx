import type { Image, ImageView, ObjectOutline } from '@lamella/shared/contract'
import { CardHeader } from '@lamella/shared/ui'
import { Card, SegmentedControl } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { VisiblePart } from './map/image-map.ts'
import { MapCanvas } from './map/map-canvas.tsx'
import { polygonCentroid } from './map/polygon-centroid.ts'
import { type ObjectOverlay, useImageMap } from './map/use-image-map.ts'
import { withObject } from './map/with-object.ts'
import css from './result-overlay.module.css'
import { ThinnedNote } from './thinned-note.tsx'

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
  /** The object that is marked. */
  selected: ObjectOutline | null
  /** An object of the overlay was clicked, or a place without one. */
  onSelect: (object: ObjectOutline | null) => void
  onVisible: (visible: VisiblePart) => void
  /** On the right of the title. */
  tools?: ReactNode
}

/** The image with the objects of its result, as a card of a page: a click on an object selects it. */
const ResultOverlay = (props: ResultOverlayProps) => {
  const { image, view, overlay, selected, onSelect, onVisible, tools } = props
  const [look, setLook] = useState('outlines')
  const { result, oneOf } = overlay
  const objects = useMemo(() => withObject(overlay.objects, selected), [overlay.objects, selected])
  const { map, ...canvas } = useImageMap({
    imageId: image.id,
    view,
    overlay: { result, objects, oneOf },
    filled: look === 'filled',
    objectsVisible: look !== 'off',
    selected: selected?.no ?? null,
    onPick: (no) => onSelect(objects.find((object) => object.no === no) ?? null),
    embedded: true,
  })
  useEffect(() => onVisible(canvas.visible), [onVisible, canvas.visible])
  useEffect(() => {
    const place = selected && polygonCentroid(selected.polygon)
    if (place && !map?.shows(...place)) map?.centerOn(...place)
  }, [map, selected])

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
          {oneOf > 1 && (
            <li>
              <ThinnedNote oneOf={oneOf} />
            </li>
          )}
        </ul>
      </div>
    </Card>
  )
}

export default ResultOverlay
