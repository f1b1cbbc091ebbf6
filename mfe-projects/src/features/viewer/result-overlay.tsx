import type { Image, ImageView, ObjectOutline } from '@lamella/shared/contract'
import { CardHeader } from '@lamella/shared/ui'
import { MapCanvas, useImageMap, type VisibleExtent } from '@lamella/shared/viewer'
import { Card, SegmentedControl } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { ShownHotSpot } from '../../lib/shown-hot-spot.ts'
import css from './result-overlay.module.css'
import { ThinnedNote } from './thinned-note.tsx'
import { hotSpotColor, useHotSpotLayer } from './use-hot-spot-layer.ts'
import { leftOutColor, leftOutGroup, type ResultOverlay as Overlay, useResultLayer } from './use-result-layer.ts'

const looks = [
  { value: 'outlines', label: 'Outlines' },
  { value: 'filled', label: 'Filled' },
  { value: 'off', label: 'Off' },
]
/** Longest scale bar in pixels; shorter than in the viewer, because the card is small. */
const barLength = 90

interface ResultOverlayProps {
  image: Pick<Image, 'id' | 'name' | 'pixelSize'>
  view: ImageView
  overlay: Overlay
  /** The selected object; null: none. */
  selected: ObjectOutline | null
  /** Called for a click on an object, or with null beside all objects. Must be stable across renders. */
  onSelect: (object: ObjectOutline | null) => void
  /** Reports the visible part, whose objects are then loaded. Must be stable across renders. */
  onVisible: (visible: VisibleExtent) => void
  /** Content on the right of the title. */
  tools?: ReactNode
  /** Content over the picture: what can be done with the selected object. */
  selection?: ReactNode
  /** Objects were left out by hand: the legend explains how they are drawn. */
  withLeftOut?: boolean
  /** Window in which the index is highest; null: there is none. */
  hotSpot?: ShownHotSpot | null
}

/** Image with the objects of its result, as a card of a page; a click on an object selects it. */
const ResultOverlay = (props: ResultOverlayProps) => {
  const {
    image,
    view,
    overlay,
    selected,
    onSelect,
    onVisible,
    tools,
    selection,
    withLeftOut = false,
    hotSpot = null,
  } = props
  const [look, setLook] = useState('outlines')
  const { layer, tool } = useResultLayer({
    overlay,
    filled: look === 'filled',
    visible: look !== 'off',
    selected,
    onPick: onSelect,
  })
  const spot = useHotSpotLayer(hotSpot, view.width, look !== 'off')
  const layers = useMemo(() => [layer, spot], [layer, spot])
  const canvas = useImageMap({ imageId: image.id, view, layers, tool, embedded: true })
  useEffect(() => onVisible(canvas.visible), [onVisible, canvas.visible])
  useEffect(() => {
    if (canvas.map && selected && !layer.shows(selected.no)) layer.centerOn(selected.no)
  }, [canvas.map, layer, selected])

  return (
    <Card padding={0} className={css.card} component="section" aria-label="Result overlay">
      <CardHeader title="Result overlay">
        <div className={css.tools}>
          <SegmentedControl size="xs" aria-label="Objects as" data={looks} value={look} onChange={setLook} />
          {tools}
        </div>
      </CardHeader>
      <div className={css.stage}>
        <MapCanvas image={image} map={canvas} barLength={barLength} />
        {selection && <div className={css.selection}>{selection}</div>}
        <ul className={css.legend} aria-label="Classes">
          {overlay.result.classes.map(({ name, color }) => (
            <li key={name}>
              <i style={{ backgroundColor: color }} /> {name}
            </li>
          ))}
          {withLeftOut && (
            <li>
              <i className={css.leftOut} style={{ borderColor: leftOutColor }} /> {leftOutGroup}
            </li>
          )}
          {hotSpot && (
            <li>
              <i className={css.leftOut} style={{ borderColor: hotSpotColor }} /> hot spot
            </li>
          )}
          {overlay.oneOf > 1 && (
            <li>
              <ThinnedNote oneOf={overlay.oneOf} />
            </li>
          )}
        </ul>
      </div>
    </Card>
  )
}

export default ResultOverlay
