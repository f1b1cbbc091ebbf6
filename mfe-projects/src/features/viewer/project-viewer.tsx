import type { Image, ImageView, MultichannelSettings, ObjectOutline } from '@lamella/shared/contract'
import { ImageViewer, type ImageViewerProps, type VisibleExtent } from '@lamella/shared/viewer'
import { useEffect, useMemo, useState } from 'react'
import type { ShownHotSpot } from '../../lib/shown-hot-spot.ts'
import { hotSpotPanel } from './hot-spot-panel.tsx'
import { type ObjectRows, objectsPanel } from './objects-panel.tsx'
import { useHotSpotLayer } from './use-hot-spot-layer.ts'
import { useKeptView } from './use-kept-view.ts'
import { type ResultOverlay, useResultLayer } from './use-result-layer.ts'

interface ViewedResult extends ResultOverlay {
  rows: ObjectRows
  /** Null: the application has none, or it is not known yet. */
  hotSpot?: ShownHotSpot | null
  /** Reports the visible part, whose objects are then loaded. Must be stable across renders. */
  onVisible: (visible: VisibleExtent) => void
}

interface ProjectViewerProps {
  image: Image
  view: ImageView
  /** Multichannel settings that are applied to the project; null: none. What is shown first, then ignored. */
  applied?: MultichannelSettings | null
  /** Result of an analysis of this image. */
  overlay?: ViewedResult | undefined
}

/** Viewer of a project's image, with the objects of a result if there is one. */
const ProjectViewer = ({ overlay, image, ...props }: ProjectViewerProps) => {
  const [applied] = useState(() => (image.isMultichannelImage ? (props.applied ?? null) : null))
  // Names and colours are those of the settings in whichever range a channel is shown; a new view would be a new map.
  const [view] = useState(() => (applied ? namedBy(props.view, applied) : props.view))
  const picture = { image, view, ...useKeptView(image.id, view, applied) }
  return overlay ? <ResultViewer overlay={overlay} {...picture} /> : <ImageViewer {...picture} />
}

const namedBy = (view: ImageView, { channels }: MultichannelSettings): ImageView => {
  const byIndex = new Map(channels.map(({ index, name, color }) => [index, { name, color }]))
  return { ...view, channels: view.channels.map((channel) => ({ ...channel, ...byIndex.get(channel.index) })) }
}

const ResultViewer = ({ overlay, ...picture }: ImageViewerProps & { overlay: ViewedResult }) => {
  const [selected, setSelected] = useState<ObjectOutline | null>(null)
  /** Object of the last clicked table row; wrapped, so that a second click centres it again. */
  const [wanted, setWanted] = useState<{ object: ObjectOutline } | null>(null)
  const [visible, setVisible] = useState(true)
  const { layer, tool } = useResultLayer({ overlay, visible, selected, onPick: setSelected })
  const { hotSpot = null } = overlay
  const [spotVisible, setSpotVisible] = useState(true)
  const spot = useHotSpotLayer(hotSpot, picture.view.width, spotVisible)
  const layers = useMemo(() => [layer, spot], [layer, spot])
  const tools = useMemo(() => [tool], [tool])
  // In an effect: only now the layer contains the object.
  useEffect(() => {
    if (wanted) layer.centerOn(wanted.object.no)
  }, [layer, wanted])
  const showObject = (object: ObjectOutline): void => {
    setSelected(object)
    setWanted({ object })
  }
  const objects = objectsPanel({
    overlay,
    rows: overlay.rows,
    selected: selected?.no ?? null,
    visible,
    onSelect: showObject,
    onVisible: setVisible,
  })
  const panels = hotSpot ? [hotSpotPanel(hotSpot, spotVisible, setSpotVisible), objects] : [objects]
  return <ImageViewer layers={layers} tools={tools} panels={panels} onVisible={overlay.onVisible} {...picture} />
}

export default ProjectViewer
