import { addressOf } from '@lamella/shared/api'
import { defaultRegionName, exportAnnotations, type Image, type ImageView, type Label } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { type Geometry, GeometryError } from '@lamella/shared/geometry'
import { formatNumber } from '@lamella/shared/ui'
import {
  cutTools,
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
} from '@tabler/icons-react'
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { openDownload } from '../../lib/open-download.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import type { ViewerContribution } from '../../lib/viewer-contribution.ts'
import { annotationsPanel } from './annotations-panel.tsx'
import { creating, deleting, labelling, renaming, reshaping, restoring, together } from './commands.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type DrawnObject, objectOf, type StoredObject } from './drawn-objects.ts'
import { EditBar } from './edit-bar.tsx'
import { commonLabels, withFurther, withLabel } from './given-labels.ts'
import { type HistoryView, historyPanel } from './history-panel.tsx'
import { countLabels, isHidden, painter } from './label-look.ts'
import { labelsIn } from './label-names.tsx'
import { labelKeys, labelsPanel } from './labels-panel.tsx'
import { regionsPanel } from './regions-panel.tsx'
import { cutHole, duplicate, isArea, merge, type ShapeEdit, simplify, splitBy, subtract } from './shape-edits.ts'
import { useAnnotations } from './use-annotations.ts'
import { useLabels } from './use-labels.ts'
import { useSelection } from './use-selection.ts'

const onRefused = (detail: string): void => bus.emit('toast/show', { kind: 'error', title: 'Annotations', detail })

/** CSS pixels between an object and its copy. */
const copyDistance = 12

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
  const annotations = useAnnotations(image)
  const { objects, isLoaded, run } = annotations
  const labels = useLabels(image.project)
  const { byId, active, activate } = labels
  const [layer] = useState(() => new ObjectLayer('annotations'))
  const [search] = useSearchParams()
  const [linked] = useState(() => search.get('annotation'))
  const selection = useSelection(linked)
  const { ids: selected, select } = selection
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
    draw: (_: Drawn, _isRegion: boolean) => {},
    pick: (_id: string | null, _isFurther: boolean) => {},
    reshape: (_id: string, _geometry: Geometry) => {},
    split: (_line: Geometry) => {},
    cutHole: (_hole: Geometry) => {},
    choose: (_: Label) => {},
    toggle: (_: Label) => {},
    remove: () => {},
  })
  const { x, y } = image.pixelSize ?? {}
  const size = useMemo(() => (x && y ? { x, y } : null), [x, y])
  const onPick = useCallback((id: string | null, isFurther: boolean) => latest.current.pick(id, isFurther), [])
  const editor = useMemo(
    () =>
      editTool(layer, {
        onPick,
        onPickAll: selection.add,
        onEdited: (id, geometry) => latest.current.reshape(id, geometry),
        onRefused,
      }),
    [layer, onPick, selection.add],
  )
  const inScene = useMemo(() => objects.filter((object) => object.scene === scene), [objects, scene])
  const chosen = useMemo(() => {
    const there = new Map(selected.length > 0 ? inScene.map((object) => [object.id, object]) : [])
    return selected.flatMap((id) => there.get(id) ?? [])
  }, [inScene, selected])
  const single = (chosen.length === 1 && chosen[0]) || null
  const isCut = canAnnotate && single !== null && isArea(single)
  // What is being drawn goes on while the selection changes, so those tools stay the same ones.
  const drawing = useMemo(() => {
    const drawn = (isRegion: boolean) => ({
      onDrawn: (drawing: Drawn) => latest.current.draw(drawing, isRegion),
      onRefused,
    })
    return [...drawTools(size, drawn(false)), ...regionTools(size, drawn(true))]
  }, [size])
  const cutting = useMemo(() => {
    const onDrawn = ({ geometry }: Drawn): void =>
      geometry.type === 'LineString' ? latest.current.split(geometry) : latest.current.cutHole(geometry)
    return cutTools(size, { onDrawn, onRefused })
  }, [size])
  const tools = useMemo(
    () => (canAnnotate ? [editor, ...drawing, ...(isCut ? cutting : [])] : [pickTool(layer, onPick)]),
    [canAnnotate, editor, drawing, cutting, isCut, layer, onPick],
  )
  const [paint] = useState(painter)
  // Only what would be hidden depends on the selection.
  const kept = useMemo(() => new Set(hidden.size > 0 ? selected : []), [hidden, selected])
  const painted = useMemo(() => {
    const isShown = (object: DrawnObject): boolean =>
      object.name !== null || kept.has(object.id) || !isHidden(object, byId, hidden)
    return paint(objects.filter(isShown), byId)
  }, [paint, objects, byId, hidden, kept])
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
  useEffect(() => layer.select(ghost ? [ghost.id] : selected), [layer, ghost, selected])
  const drawn = useMemo(() => inScene.filter(({ name }) => name === null), [inScene])
  const regions = useMemo(() => inScene.filter(({ name }) => name !== null), [inScene])
  const counts = useMemo(() => countLabels(drawn, byId), [drawn, byId])
  useEffect(() => editor.edit(visible ? single : null), [editor, visible, single])
  // What is out of sight, such as on another plane, is not changed by a key that was meant for what comes next.
  const reached = (): DrawnObject[] => chosen.filter(({ id }) => layer.shows(id))
  // Regions have no labels.
  const labelled = chosen.filter(({ name }) => name === null)
  const give = (made: (object: DrawnObject) => string[] | null, objects: readonly DrawnObject[]): void => {
    const given = objects.flatMap((object) => {
      const ids = made(object)
      return ids ? [{ object, ids }] : []
    })
    run(together(given.map(({ object, ids }) => labelling(object, ids))))
    const [first, ...others] = given
    if (!first) return
    const names = labelsIn(first.ids, byId).map(({ name }) => name)
    const who =
      others.length === 0 ? `Annotation ${first.object.no ?? ''}` : `${formatNumber(given.length)} annotations`
    setSaid(`${who}: ${names.join(', ') || 'Unlabelled'}`)
  }
  // In place of others of its set. It stays for what is drawn next; chosen again with nothing selected, no more.
  const choose = (label: Label): void => {
    const objects = reached().filter(({ name }) => name === null)
    const [only] = objects
    activate(!only && active?.id === label.id ? null : label.id)
    // Who draws on and on means the next one: what has its label keeps it, unless it was selected to be changed.
    if (only && only.id === selection.fresh && only.labels.length > 0) {
      select([])
      return
    }
    give((object) => withLabel(object, label, byId), objects)
  }
  const toggle = ({ id }: Label): void => {
    const isGiven = !commonLabels(labelled).includes(id)
    give((object) => withFurther(object, id, isGiven), labelled)
  }
  const removeChosen = (): void => {
    const objects = reached()
    if (objects.length === 0) return
    run(together(objects.map(deleting)))
    select([])
  }
  const edit = async (make: (objects: DrawnObject[]) => ShapeEdit | Promise<ShapeEdit>): Promise<void> => {
    const objects = reached()
    if (objects.length === 0) return
    try {
      const done = await make(objects)
      if ('refused' in done) {
        onRefused(done.refused)
        return
      }
      run(done)
      select(done.ids)
      setSaid(done.said)
    } catch (error) {
      if (error instanceof GeometryError) onRefused(error.detail)
      else throw error
    }
  }
  const editOne = (make: (object: DrawnObject) => Promise<ShapeEdit>): Promise<void> =>
    edit(([object]) => (object ? make(object) : { refused: 'Nothing is selected.' }))
  const bySelection = {
    onMerge: () => edit(merge),
    onSubtract: () => edit(subtract),
    onSimplify: () => edit((objects) => simplify(objects, layer.resolution)),
    onDuplicate: () => edit((objects) => duplicate(objects, copyDistance * layer.resolution, view)),
    onDelete: removeChosen,
  }
  const isStack = (view.zCount ?? 1) > 1
  const isSeries = view.timePoints > 1
  useEffect(() => {
    latest.current = {
      // It lies on the plane and the time point on which it was drawn, where there are several.
      draw: ({ geometry, scene, shown }, isRegion) => {
        const z = isStack && typeof shown.plane === 'number' ? shown.plane : null
        const t = isSeries ? shown.t : null
        const given = isRegion
          ? { labels: [], name: defaultRegionName }
          : { labels: active ? [active.id] : [], name: null }
        const made = creating({ geometry, scene, z, t, ...given })
        run(made)
        if (isRegion) select([made.id])
        else selection.draw(made.id)
      },
      pick: (id, isFurther) => {
        if (id === null) isFurther || select([])
        else if (isFurther) selection.toggle(id)
        else select([id])
      },
      reshape: (id, geometry) => {
        const object = inScene.find((each) => each.id === id)
        if (object) run(reshaping(object, geometry))
      },
      split: (line) => void editOne((object) => splitBy(object, line)),
      cutHole: (hole) => void editOne((object) => cutHole(object, hole)),
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
    ]
    const group = { keyGroup: 'Selection', icon: IconTag }
    const ofSelection: ViewerAction[] = [
      {
        ...group,
        id: 'delete',
        label: 'Delete what is selected',
        shortcut: 'Delete',
        disabled: chosen.length === 0,
        run: () => latest.current.remove(),
      },
      {
        ...group,
        id: 'duplicate',
        label: 'Duplicate what is selected',
        shortcut: 'Shift+d',
        disabled: chosen.length === 0,
        run: bySelection.onDuplicate,
      },
      {
        ...group,
        id: 'select all',
        label: 'Select all annotations that are drawn',
        shortcut: 'Control+a',
        run: () => select(painted.filter(({ id, name }) => name === null && layer.shows(id)).map(({ id }) => id)),
      },
      {
        ...group,
        id: 'deselect',
        label: 'Select nothing',
        shortcut: 'Escape',
        disabled: selected.length === 0,
        run: () => select([]),
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
      select([id])
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
          run(together(deleted.map(restoring)))
          setPeeked(null)
        },
      })
    const ofRegions = regionsPanel({
      regions,
      canAnnotate,
      size,
      selected: single?.id ?? null,
      onSelect: show,
      onRename: (region, name) => run(renaming(region, name)),
    })
    const panel = annotationsPanel({
      ...annotations,
      objects: drawn,
      labels: byId,
      canAnnotate,
      pixelArea,
      selected,
      onSelect: (ids) => {
        select(ids)
        if (ids.length === 1 && ids[0]) layer.reveal(ids[0])
      },
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
      selected: labelled.length > 0 ? commonLabels(labelled) : null,
      said,
      onChoose: (each) => latest.current.choose(each),
      onToggle: (each) => latest.current.toggle(each),
    })
    const panels = ofHistory ? [ofHistory] : [ofLabels, ofRegions, panel]
    const actions = canAnnotate ? [...edits, openHistory, ...ofSelection, ...keys] : [openHistory]
    const bar: ViewerContribution['bar'] = (use) => <EditBar objects={chosen} tools={use} {...bySelection} />
    onChange({ layers: shown, tools, panels, actions, downloads: [download], ...(canAnnotate && { bar }) })
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
      painted,
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
