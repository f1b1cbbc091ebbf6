import { addressOf } from '@lamella/shared/api'
import {
  annotationLimits,
  defaultRegionName,
  exportAnnotations,
  type Image,
  type ImageView,
  type Label,
} from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import type { Geometry } from '@lamella/shared/geometry'
import {
  type Drawn,
  drawTools,
  editTool,
  ObjectLayer,
  pickTool,
  regionTools,
  type ViewerAction,
} from '@lamella/shared/viewer'
import { ActionIcon } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconEye,
  IconEyeOff,
  IconFileExport,
  IconHistory,
  IconTag,
  IconTrash,
} from '@tabler/icons-react'
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { openDownload } from '../../lib/open-download.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import type { ViewerContribution } from '../../lib/viewer-contribution.ts'
import { annotationsPanel } from './annotations-panel.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type DrawnObject, objectOf, type StoredObject } from './drawn-objects.ts'
import { type HistoryView, historyPanel } from './history-panel.tsx'
import { countLabels, isHidden, painter } from './label-look.ts'
import { labelsIn } from './label-names.tsx'
import { labelKeys, labelsPanel } from './labels-panel.tsx'
import { regionsPanel } from './regions-panel.tsx'
import { useAnnotations } from './use-annotations.ts'
import { useLabels } from './use-labels.ts'

const onRefused = (detail: string): void => bus.emit('toast/show', { kind: 'error', title: 'Annotations', detail })

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

/** Annotations of the image in the viewer: their layer, tables and tools. Renders itself only what others have changed at the same time. */
const Annotate = ({ image, view, scene, canAnnotate, onChange }: AnnotateProps) => {
  const annotations = useAnnotations({
    image,
    isStack: (view.zCount ?? 1) > 1,
    isSeries: view.timePoints > 1,
  })
  const { objects, isLoaded, add, remove, label, rename, reshape } = annotations
  const labels = useLabels(image.project)
  const { byId, active, activate } = labels
  const [layer] = useState(() => new ObjectLayer('annotations'))
  const [search] = useSearchParams()
  const [linked] = useState(() => search.get('annotation'))
  const [selected, select] = useState<string | null>(linked)
  /** What was drawn last, and is selected by that alone. */
  const [fresh, setFresh] = useState<string | null>(null)
  const setSelected = useCallback((id: string | null): void => {
    select(id)
    setFresh(null)
  }, [])
  const [visible, setVisible] = useState(true)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  /** What the panel of the history shows, in place of the others; null: it is closed. */
  const [past, setPast] = useState<HistoryView | null>(null)
  /** Something deleted that is shown in the picture. */
  const [peeked, setPeeked] = useState<StoredObject | null>(null)
  const showPast = (view: HistoryView | null): void => {
    setPast(view)
    setPeeked(null)
  }
  /** What was done by a key, for screen readers. */
  const [said, setSaid] = useState('')
  /** What keys and tools do, by what is on the screen now: they stay the same while it changes. */
  const latest = useRef({
    draw: (_: Drawn) => {},
    drawRegion: (_: Drawn) => {},
    reshape: (_id: string, _geometry: Geometry) => {},
    choose: (_: Label) => {},
    toggle: (_: Label) => {},
    remove: () => {},
  })
  const { x, y } = image.pixelSize ?? {}
  const size = useMemo(() => (x && y ? { x, y } : null), [x, y])
  const editor = useMemo(
    () =>
      editTool(layer, {
        onPick: setSelected,
        onEdited: (id, geometry) => latest.current.reshape(id, geometry),
        onRefused,
      }),
    [layer, setSelected],
  )
  const tools = useMemo(
    () => [
      canAnnotate ? editor : pickTool(layer, setSelected),
      ...(canAnnotate ? drawTools(size, { onDrawn: (drawn) => latest.current.draw(drawn), onRefused }) : []),
      ...(canAnnotate ? regionTools(size, { onDrawn: (drawn) => latest.current.drawRegion(drawn), onRefused }) : []),
    ],
    [editor, layer, canAnnotate, size, setSelected],
  )
  const [paint] = useState(painter)
  const painted = useMemo(
    () =>
      paint(
        objects.filter((object) => object.id === selected || object.name !== null || !isHidden(object, byId, hidden)),
        byId,
      ),
    [paint, objects, byId, hidden, selected],
  )
  const ghost = useMemo(
    () => (peeked && !objects.some(({ id }) => id === peeked.id) ? { ...objectOf(peeked), color: null } : null),
    [peeked, objects],
  )
  useEffect(() => layer.setObjects(ghost ? [...painted, ghost] : painted), [layer, painted, ghost])
  useEffect(() => {
    if (ghost) layer.reveal(ghost.id)
  }, [layer, ghost])
  // What the address names is shown once it is there.
  useEffect(() => {
    if (isLoaded && linked !== null) layer.reveal(linked)
  }, [layer, isLoaded, linked])
  useEffect(() => layer.setVisible(visible), [layer, visible])
  useEffect(() => layer.select(ghost?.id ?? selected), [layer, ghost, selected])
  const inScene = useMemo(() => objects.filter((object) => object.scene === scene), [objects, scene])
  const drawn = useMemo(() => inScene.filter(({ name }) => name === null), [inScene])
  const regions = useMemo(() => inScene.filter(({ name }) => name !== null), [inScene])
  const counts = useMemo(() => countLabels(drawn, byId), [drawn, byId])
  const chosen = (selected !== null && inScene.find(({ id }) => id === selected)) || null
  useEffect(() => editor.edit(visible ? chosen : null), [editor, visible, chosen])
  // What is out of sight, such as on another plane, is not changed by a key that was meant for what comes next.
  const reached = (): DrawnObject | null => (chosen && layer.shows(chosen.id) ? chosen : null)
  // Regions have no labels.
  const labelled = chosen?.name === null ? chosen : null
  const give = (object: DrawnObject, ids: readonly string[]): void => {
    label(object, ids)
    const names = labelsIn(ids, byId).map(({ name }) => name)
    setSaid(`Annotation ${object.no ?? ''}: ${names.join(', ') || 'Unlabelled'}`)
  }
  // In place of others of its set. It stays for what is drawn next; chosen again with nothing selected, no more.
  const choose = ({ id, labelset }: Label): void => {
    const object = labelled && reached()
    activate(!object && active?.id === id ? null : id)
    if (!object) return
    // Who draws on and on means the next one: what has its label keeps it, unless it was selected to be changed.
    if (object.id === fresh && object.labels.length > 0) {
      setSelected(null)
      return
    }
    // Labels that are not known yet stay too.
    const others = object.labels.filter((given) => byId.get(given)?.labelset !== labelset)
    const isGiven = object.labels.length === others.length + 1 && object.labels.includes(id)
    if (!isGiven && others.length < annotationLimits.labels) give(object, [...others, id])
  }
  const toggle = ({ id }: Label): void => {
    if (!labelled) return
    const others = labelled.labels.filter((given) => given !== id)
    if (others.length < labelled.labels.length) give(labelled, others)
    else if (others.length < annotationLimits.labels) give(labelled, [...others, id])
  }
  const removeChosen = (): void => {
    const object = reached()
    if (!object) return
    remove(object)
    setSelected(null)
  }
  useEffect(() => {
    latest.current = {
      draw: (drawn) => {
        const id = add(drawn, { labels: active ? [active.id] : [] })
        select(id)
        setFresh(id)
      },
      drawRegion: (drawn) => setSelected(add(drawn, { name: defaultRegionName })),
      reshape: (id, geometry) => {
        const object = inScene.find((each) => each.id === id)
        if (object) reshape(object, geometry)
      },
      choose,
      toggle,
      remove: removeChosen,
    }
  })
  const shown = useMemo(() => [layer], [layer])
  const pixelArea = size && size.x * size.y
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
        label: chosen && !labelled ? 'Delete the selected region' : 'Delete the selected annotation',
        icon: IconTrash,
        shortcut: 'Delete',
        disabled: !chosen,
        run: () => latest.current.remove(),
      },
    ]
    const keys: ViewerAction[] = labels.offered.slice(0, labelKeys.length).map((each, index) => ({
      id: `label ${each.id}`,
      label: each.name,
      icon: IconTag,
      shortcut: labelKeys[index] ?? '',
      keyGroup: 'Labels',
      run: () => latest.current.choose(each),
    }))
    const deselect: ViewerAction = {
      id: 'deselect',
      label: 'Select nothing',
      icon: IconTag,
      shortcut: 'Escape',
      keyGroup: 'Labels',
      disabled: selected === null,
      run: () => setSelected(null),
    }
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
    const show = (id: string): void => {
      setSelected(id)
      layer.reveal(id)
    }
    const openHistory: ViewerAction = {
      id: 'history',
      label: past ? 'Close the history' : 'History of the annotations',
      icon: IconHistory,
      run: () => showPast(past ? null : 'changes'),
    }
    const there = new Set(past ? inScene.map(({ id }) => id) : [])
    const ofHistory =
      past &&
      historyPanel({
        ...annotations,
        projectId: image.project,
        imageId: image.id,
        scene,
        labels: byId,
        canAnnotate,
        view: past,
        onView: showPast,
        onClose: () => showPast(null),
        isThere: (id) => there.has(id),
        onShow: show,
        peeked: ghost?.id ?? null,
        onPeek: setPeeked,
        onRestore: (deleted) => {
          annotations.restore(deleted)
          setPeeked(null)
        },
      })
    const ofRegions = regionsPanel({ regions, canAnnotate, size, selected, onSelect: show, onRename: rename })
    const panel = annotationsPanel({
      ...annotations,
      objects: drawn,
      labels: byId,
      canAnnotate,
      pixelArea,
      selected,
      onSelect: show,
      actions: (
        <ActionIcon aria-label={`${visible ? 'Hide' : 'Show'} annotations`} onClick={() => setVisible(!visible)}>
          {visible ? <IconEye {...iconProps} /> : <IconEyeOff {...iconProps} />}
        </ActionIcon>
      ),
    })
    const ofLabels = labelsPanel({
      ...labels,
      projectId: image.project,
      canAnnotate,
      counts,
      hidden,
      onHide: (id, isHidden) =>
        setHidden((now) => new Set(isHidden ? [...now, id] : [...now].filter((other) => other !== id))),
      selected: labelled?.labels ?? null,
      said,
      onChoose: (each) => latest.current.choose(each),
      onToggle: (each) => latest.current.toggle(each),
    })
    const panels = ofHistory ? [ofHistory] : [ofLabels, ofRegions, panel]
    const actions = canAnnotate ? [...edits, openHistory, ...keys, deselect] : [openHistory]
    onChange({ layers: shown, tools, panels, actions, downloads: [download] })
  })
  useEffect(
    () => change(),
    [
      shown,
      tools,
      drawn,
      regions,
      isLoaded,
      annotations.error,
      annotations.state,
      annotations.stack,
      selected,
      chosen,
      visible,
      labels.offered,
      labels.sets,
      labels.isLoaded,
      labels.error,
      byId,
      active,
      counts,
      hidden,
      said,
      past,
      ghost,
      canAnnotate,
      size,
    ],
  )
  return <ConflictDialog conflicts={annotations.conflicts} labels={byId} onResolve={annotations.resolve} />
}

// Not with the viewer, which is drawn anew by what this reports.
export default memo(Annotate)
