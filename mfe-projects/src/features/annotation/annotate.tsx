import { addressOf } from '@lamella/shared/api'
import { exportAnnotations, type Image, type ImageView } from '@lamella/shared/contract'
import type { ViewerAction } from '@lamella/shared/viewer'
import { ActionIcon } from '@mantine/core'
import { IconClipboard, IconEye, IconEyeOff, IconFileExport, IconFileImport, IconHistory } from '@tabler/icons-react'
import { lazy, memo, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { openDownload } from '../../lib/open-download.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import type { ViewerContribution } from '../../lib/viewer-contribution.ts'
import css from './annotate.module.css'
import { selectionKeys, undoActions } from './annotation-actions.ts'
import { annotationsPanel } from './annotations-panel.tsx'
import { labelling, renaming, restoring, returningTo, together } from './commands.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DisplayButton } from './display-button.tsx'
import type { DrawnObject, StoredObject } from './drawn-objects.ts'
import { EditBar } from './edit-bar.tsx'
import { commonLabels } from './given-labels.ts'
import { type HistoryView, historyPanel } from './history-panel.tsx'
import { countLabels } from './label-look.ts'
import { labelsPanel } from './labels-panel.tsx'
import { People } from './people.tsx'
import { regionsPanel } from './regions-panel.tsx'
import { useAnnotationActs } from './use-annotation-acts.ts'
import { useAnnotationColors } from './use-annotation-colors.ts'
import { useAnnotationLayer } from './use-annotation-layer.ts'
import { useAnnotationTools } from './use-annotation-tools.ts'
import { useAnnotations } from './use-annotations.ts'
import { useDisplay } from './use-display.ts'
import { useImports } from './use-imports.ts'
import { useLabels } from './use-labels.ts'
import { useMoment } from './use-moment.ts'
import { useOthers } from './use-others.ts'
import { usePresence } from './use-presence.ts'
import { useSelection } from './use-selection.ts'

const ExportsDialog = lazy(() => import('./exports-dialog.tsx'))
const MomentBar = lazy(() => import('./moment-bar.tsx'))
const ImportsDialog = lazy(() => import('./imports-dialog.tsx'))

const nothing: readonly DrawnObject[] = []
const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

const PastNote = () => (
  <p className={css.past} role="status">
    <IconHistory size={16} stroke={1.6} aria-hidden />
    <b>You are looking at a past moment</b> drawing is off
  </p>
)

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
const Annotate = ({ image, view, scene, canAnnotate: mayAnnotate, onChange }: AnnotateProps) => {
  const annotations = useAnnotations(image)
  const { isLoaded, run } = annotations
  const labels = useLabels(image.project)
  const { byId, active } = labels
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
  const history = useMoment(image.project, image.id, past !== null)
  const { moment } = history
  // Until the moment is there, what is shown stays; where it cannot be had, nothing is shown in its place.
  const then = history.objects ?? (history.error ? nothing : annotations.objects)
  const objects = moment ? then : annotations.objects
  // What was, cannot be changed.
  const canAnnotate = mayAnnotate && moment === null
  const [isImporting, setImporting] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const imports = useImports(image.id, isImporting, annotations.record)
  const showPast = (view: HistoryView | null): void => {
    setPast(view)
    setPeeked(null)
    if (view !== 'changes') history.show(null)
  }
  const revealed = isLoaded ? linked : null
  const { display, change: changeDisplay } = useDisplay()
  const { others, marks } = useOthers(usePresence(image.id, annotations.user, selected))
  const { colorOf, owners, ownerColors } = useAnnotationColors(objects, byId, display.colorBy)
  const { layer, painted, ghost } = useAnnotationLayer({
    expected: image.annotationCount,
    objects,
    labels: byId,
    colorOf,
    display,
    hidden,
    selected,
    marks,
    visible,
    peeked,
    revealed,
  })
  const inScene = useMemo(() => objects.filter((object) => object.scene === scene), [objects, scene])
  const drawn = useMemo(() => inScene.filter(({ name }) => name === null), [inScene])
  const regions = useMemo(() => inScene.filter(({ name }) => name !== null), [inScene])
  const counts = useMemo(() => countLabels(drawn, byId), [drawn, byId])
  const chosen = useMemo(() => {
    const there = new Map(selected.length > 0 ? inScene.map((object) => [object.id, object]) : [])
    return selected.flatMap((id) => there.get(id) ?? [])
  }, [inScene, selected])
  const single = (chosen.length === 1 && chosen[0]) || null
  const { x, y } = image.pixelSize ?? {}
  const size = useMemo(() => (x && y ? { x, y } : null), [x, y])
  const { acts, said, say } = useAnnotationActs({
    layer,
    view,
    scene,
    user: annotations.user,
    objects: inScene,
    chosen,
    selection,
    labels,
    run,
  })
  const tools = useAnnotationTools({ layer, size, canAnnotate, single, visible, acts })
  const shown = useMemo(() => [layer], [layer])
  const change = useEffectEvent(() => {
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
    const downloadFile: ViewerAction = {
      id: 'annotation-files',
      label: 'Annotations (COCO, CSV, masks, project)',
      icon: IconFileExport,
      menu: 'Download',
      run: () => setExporting(true),
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
    const nowInScene = past ? annotations.objects.filter((object) => object.scene === scene) : []
    const there = new Set(nowInScene.map(({ id }) => id))
    const picked = new Set(chosen.map(({ id }) => id))
    const returnOf = (isReturned: (id: string) => boolean) => {
      if (!mayAnnotate || !moment || !history.stored || !isLoaded) return null
      const stored = history.stored.filter((object) => object.scene === scene && isReturned(object.id))
      const { command, counts } = returningTo(
        nowInScene.filter(({ id }) => isReturned(id)),
        stored,
      )
      if (command.redo.length === 0) return null
      const restore = (): void => {
        history.show(null)
        run(command)
      }
      return { counts, run: restore }
    }
    const ofHistory =
      past &&
      historyPanel({
        ...annotations,
        projectId: image.project,
        imageId: image.id,
        scene,
        labels: byId,
        canAnnotate: mayAnnotate,
        view: past,
        moment,
        onMoment: history.timeline ? history.show : undefined,
        returning: { image: returnOf(() => true), selected: returnOf((id) => picked.has(id)) },
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
      labels: byId,
      onMark: (region, marked) => run(labelling(region, marked)),
    })
    const panel = annotationsPanel({
      ...annotations,
      objects: drawn,
      labels: byId,
      canAnnotate,
      pixelArea: size && size.x * size.y,
      ownerColors,
      selected,
      onSelect: (ids) => {
        select(ids)
        if (ids.length === 1 && ids[0]) layer.reveal(ids[0])
      },
      actions: (
        <span className={css.actions}>
          {canAnnotate && (
            <>
              <ActionIcon aria-label="Paste annotations" onClick={acts.paste}>
                <IconClipboard {...iconProps} />
              </ActionIcon>
              <ActionIcon aria-label="Import annotations" onClick={() => setImporting(true)}>
                <IconFileImport {...iconProps} />
              </ActionIcon>
            </>
          )}
          <DisplayButton canAnnotate={canAnnotate} display={display} onChange={changeDisplay} owners={owners} />
          <ActionIcon aria-label={`${visible ? 'Hide' : 'Show'} annotations`} onClick={() => setVisible(!visible)}>
            {visible ? <IconEye {...iconProps} /> : <IconEyeOff {...iconProps} />}
          </ActionIcon>
        </span>
      ),
    })
    const labelled = chosen.filter(({ name }) => name === null)
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
      onChoose: acts.choose,
      onToggle: acts.toggle,
    })
    const panels = ofHistory ? [ofHistory] : [ofLabels, ofRegions, panel]
    const keys = selectionKeys({
      selected: chosen.length,
      offered: labels.offered,
      acts,
      onSelectAll: () => select(painted.filter(({ id, name }) => name === null && layer.shows(id)).map(({ id }) => id)),
      onDeselect: () => select([]),
      onSnap: () => {
        changeDisplay({ snaps: !display.snaps })
        say(display.snaps ? 'Lines and corners do not snap any more' : 'Lines and corners snap to other objects')
      },
    })
    const actions = canAnnotate ? [...undoActions(annotations), openHistory, ...keys] : [openHistory]
    const bar: ViewerContribution['bar'] = (use) => (
      <EditBar objects={chosen} tools={use} isSeries={view.timePoints > 1} acts={acts} />
    )
    onChange({
      layers: shown,
      tools,
      panels,
      actions,
      downloads: [download, downloadFile],
      people: <People others={others} />,
      ...(past === 'changes' &&
        history.timeline &&
        history.timeline.parts.length > 0 && {
          floor: (
            <Suspense>
              <MomentBar
                timeline={history.timeline}
                moment={moment}
                onMoment={history.show}
                shown={moment && !history.stored ? null : inScene.length}
                there={nowInScene.length}
                error={history.error?.title ?? null}
              />
            </Suspense>
          ),
        }),
      ...(canAnnotate ? { bar } : moment && { bar: () => <PastNote /> }),
    })
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
      annotations.isKept,
      annotations.stack,
      selected,
      chosen,
      painted,
      visible,
      display,
      owners,
      ownerColors,
      others,
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
      moment,
      history.objects,
      history.stored,
      history.timeline,
      history.error,
      ghost,
      canAnnotate,
      size,
    ],
  )
  return (
    <>
      {isImporting && (
        <Suspense>
          <ImportsDialog imports={imports} user={annotations.user} onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {isExporting && (
        <Suspense>
          <ExportsDialog
            project={image.project}
            image={image.id}
            selected={chosen.filter(({ name }) => name === null).map(({ id }) => ({ id, imageId: image.id }))}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
      <ConflictDialog conflicts={annotations.conflicts} labels={byId} onResolve={annotations.resolve} />
    </>
  )
}

// Not with the viewer, which is drawn anew by what this reports.
export default memo(Annotate)
