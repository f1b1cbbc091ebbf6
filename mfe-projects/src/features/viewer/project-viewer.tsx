import type { Image, ImageView } from '@lamella/shared/contract'
import { ImageViewer } from '@lamella/shared/viewer'
import { useMemo, useState } from 'react'
import { objectsPanel } from './objects-panel.tsx'
import { type ResultOverlay, useResultLayer } from './use-result-layer.ts'

interface ProjectViewerProps {
  image: Image
  view: ImageView
  /** Result of an analysis of this image. */
  overlay?: ResultOverlay
}

/** The viewer of an image of a project, with the objects of a result where there is one. */
const ProjectViewer = ({ overlay, ...picture }: ProjectViewerProps) =>
  overlay ? <ResultViewer overlay={overlay} {...picture} /> : <ImageViewer {...picture} />

const ResultViewer = ({ overlay, ...picture }: ProjectViewerProps & { overlay: ResultOverlay }) => {
  const [selected, setSelected] = useState<number | null>(null)
  const [visible, setVisible] = useState(true)
  const { layer, tool } = useResultLayer({ overlay, visible, selected, onPick: setSelected })
  const layers = useMemo(() => [layer], [layer])
  const tools = useMemo(() => [tool], [tool])
  const showObject = (no: number): void => {
    setSelected(no)
    layer.centerOn(no)
  }
  const panel = objectsPanel({ overlay, selected, visible, onSelect: showObject, onVisible: setVisible })
  return <ImageViewer layers={layers} tools={tools} panels={[panel]} {...picture} />
}

export default ProjectViewer
