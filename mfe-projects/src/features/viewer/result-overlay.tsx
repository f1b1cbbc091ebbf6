import type { Image, ImageView } from '@lamella/shared/contract'
import { CardHeader } from '@lamella/shared/ui'
import { MapCanvas, useImageMap } from '@lamella/shared/viewer'
import { Card, SegmentedControl } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import css from './result-overlay.module.css'
import { type ResultOverlay as Overlay, useResultLayer } from './use-result-layer.ts'

const looks = [
  { value: 'outlines', label: 'Outlines' },
  { value: 'filled', label: 'Filled' },
  { value: 'off', label: 'Off' },
]
const barLength = 90

interface ResultOverlayProps {
  image: Pick<Image, 'id' | 'name' | 'pixelSize'>
  view: ImageView
  overlay: Overlay
  /** Number of the object that is marked; null: none. */
  selected: number | null
  /** Kept over renderings. */
  onSelect: (no: number | null) => void
  /** On the right of the title. */
  tools?: ReactNode
}

/** The image with the objects of its result, as a card of a page: a click on an object selects it. */
const ResultOverlay = ({ image, view, overlay, selected, onSelect, tools }: ResultOverlayProps) => {
  const [look, setLook] = useState('outlines')
  const { layer, tool } = useResultLayer({
    overlay,
    filled: look === 'filled',
    visible: look !== 'off',
    selected,
    onPick: onSelect,
  })
  const layers = useMemo(() => [layer], [layer])
  const canvas = useImageMap({ imageId: image.id, view, layers, tool, embedded: true })
  useEffect(() => {
    if (canvas.map && selected !== null && !layer.shows(selected)) layer.centerOn(selected)
  }, [canvas.map, layer, selected])

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
          {overlay.result.classes.map(({ name, color }) => (
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
