import { addressOf } from '@lamella/shared/api'
import { exportAnnotations, type Image, type ImageView } from '@lamella/shared/contract'
import { drawTools, ObjectLayer, pickTool, type ViewerAction } from '@lamella/shared/viewer'
import { ActionIcon } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconEye,
  IconEyeOff,
  IconFileExport,
  IconTrash,
} from '@tabler/icons-react'
import { memo, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { openDownload } from '../../lib/open-download.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import type { ViewerContribution } from '../../lib/viewer-contribution.ts'
import { annotationsPanel } from './annotations-panel.tsx'
import { useAnnotations } from './use-annotations.ts'

const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

interface AnnotateProps {
  image: Image
  view: ImageView
  /** Index of the scene that `view` describes. */
  scene: number
  canAnnotate: boolean
  /** Called with what the viewer shows of it. Must be stable across renders. */
  onChange: (contribution: ViewerContribution) => void
}

/** Annotations of the image in the viewer: their layer, table and tools. Renders nothing itself. */
const Annotate = ({ image, view, scene, canAnnotate, onChange }: AnnotateProps) => {
  const annotations = useAnnotations({
    image,
    isStack: (view.zCount ?? 1) > 1,
    isSeries: view.timePoints > 1,
  })
  const { objects, isLoaded, add, remove } = annotations
  const [layer] = useState(() => new ObjectLayer('annotations'))
  const [search] = useSearchParams()
  const [linked] = useState(() => search.get('annotation'))
  const [selected, setSelected] = useState<string | null>(linked)
  const [visible, setVisible] = useState(true)
  // The tools stay the same while what they report is added to a longer list.
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  const tools = useMemo(
    () => [
      pickTool(layer, setSelected),
      ...(canAnnotate ? drawTools((drawn) => setSelected(latest.current(drawn))) : []),
    ],
    [layer, canAnnotate],
  )
  useEffect(() => layer.setObjects(objects), [layer, objects])
  // What the address names is shown once it is there.
  useEffect(() => {
    if (isLoaded && linked !== null) layer.reveal(linked)
  }, [layer, isLoaded, linked])
  useEffect(() => layer.setVisible(visible), [layer, visible])
  useEffect(() => layer.select(selected), [layer, selected])
  const inScene = useMemo(() => objects.filter((object) => object.scene === scene), [objects, scene])
  const isThere = selected !== null && inScene.some(({ id }) => id === selected)
  const shown = useMemo(() => [layer], [layer])
  const { x, y } = image.pixelSize ?? {}
  const pixelArea = x && y ? x * y : null
  const change = useEffectEvent(() => {
    const edits: ViewerAction[] = [
      {
        id: 'undo',
        label: 'Undo',
        icon: IconArrowBackUp,
        shortcut: 'Control+z',
        disabled: !annotations.stack.canUndo,
        run: annotations.undo,
      },
      {
        id: 'redo',
        label: 'Redo',
        icon: IconArrowForwardUp,
        shortcut: 'Control+Shift+z',
        disabled: !annotations.stack.canRedo,
        run: annotations.redo,
      },
      {
        id: 'delete',
        label: 'Delete the selected annotation',
        icon: IconTrash,
        shortcut: 'Delete',
        disabled: !isThere,
        run: () => {
          if (selected === null) return
          remove(selected)
          setSelected(null)
        },
      },
    ]
    const download: ViewerAction = {
      id: 'geojson',
      label: 'Annotations (GeoJSON)',
      icon: IconFileExport,
      menu: 'Download',
      run: () => {
        const address = addressOf(exportAnnotations, { params: { imageId: image.id }, query: { scene } })
        openDownload(address, 'annotations.export').catch(toastFailure('Annotations'))
      },
    }
    const panel = annotationsPanel({
      ...annotations,
      objects: inScene,
      canAnnotate,
      pixelArea,
      selected,
      onSelect: (id) => {
        setSelected(id)
        layer.reveal(id)
      },
      actions: (
        <ActionIcon aria-label={`${visible ? 'Hide' : 'Show'} annotations`} onClick={() => setVisible(!visible)}>
          {visible ? <IconEye {...iconProps} /> : <IconEyeOff {...iconProps} />}
        </ActionIcon>
      ),
    })
    onChange({ layers: shown, tools, panels: [panel], actions: canAnnotate ? edits : [], downloads: [download] })
  })
  useEffect(
    () => change(),
    [
      shown,
      tools,
      inScene,
      isLoaded,
      annotations.error,
      annotations.state,
      annotations.stack,
      selected,
      isThere,
      visible,
      canAnnotate,
      pixelArea,
    ],
  )
  return null
}

// Not with the viewer, which is drawn anew by what this reports.
export default memo(Annotate)
