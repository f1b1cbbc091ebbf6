import type { Image, ImageView, MultichannelSettings, ObjectOutline } from '@lamella/shared/contract'
import { imageViewQuery } from '@lamella/shared/queries'
import { Delayed, ErrorState, queryError } from '@lamella/shared/ui'
import {
  ImageViewer,
  type ImageViewerProps,
  MovieDialog,
  sceneOf,
  type Viewed,
  type VisibleExtent,
} from '@lamella/shared/viewer'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ShownHotSpot } from '../../lib/shown-hot-spot.ts'
import type { ViewerContribution } from '../../lib/viewer-contribution.ts'
import { hotSpotPanel } from './hot-spot-panel.tsx'
import { otherPlaneNote } from './measured-plane.ts'
import { type ObjectRows, objectsPanel } from './objects-panel.tsx'
import { useHotSpotLayer } from './use-hot-spot-layer.ts'
import { useKeptView } from './use-kept-view.ts'
import { type ResultOverlay, useResultLayer } from './use-result-layer.ts'
import { useViewerActions } from './use-viewer-actions.ts'

const CompareDialog = lazy(() => import('./compare-dialog.tsx'))

interface ViewedResult extends ResultOverlay {
  rows: ObjectRows
  /** Null: the application has none, or it is not known yet. */
  hotSpot?: ShownHotSpot | null
  /** Reports the visible part, whose objects are then loaded. Must be stable across renders. */
  onVisible: (visible: VisibleExtent) => void
}

interface ProjectViewerProps {
  image: Image
  /** Of the first scene. */
  view: ImageView
  /** Multichannel settings that are applied to the project; null: none. The open image follows when others are applied. */
  applied?: MultichannelSettings | null
  /** At the head of the panel of channels. */
  channelActions?: ImageViewerProps['channelActions']
  /** What another feature adds where no result is shown; it reports what it adds to `onChange`. */
  contribute?: (view: ImageView, scene: number, onChange: (contribution: ViewerContribution) => void) => ReactNode
  /** While another scene is being opened, and in place of one that cannot be. */
  frame: (state: ReactNode) => ReactNode
  /** Result of an analysis of this image. */
  overlay?: ViewedResult | undefined
}

const nothingAdded: ViewerContribution = { layers: [], tools: [], panels: [], actions: [], downloads: [] }

/** Parameters of an address that are of one scene only. */
const ofScene = ['at', 'zoom', 't', 'z', 'channels', 'tone']

/** Viewer of a project's image, of the scene that the address states. */
const ProjectViewer = ({ view, frame, ...props }: ProjectViewerProps) => {
  const [search, setSearch] = useSearchParams()
  const scene = sceneOf(search, view)
  const other = useQuery({ ...imageViewQuery(props.image.id, scene), enabled: scene > 0 })
  const error = scene > 0 ? queryError('The scene could not be opened', other) : null
  const shown = scene > 0 ? other.data : view
  const showScene = (next: number): void =>
    setSearch((now) => {
      const address = new URLSearchParams(now)
      for (const name of ofScene) address.delete(name)
      if (next > 0) address.set('scene', `${next + 1}`)
      else address.delete('scene')
      return address
    })
  if (error) return frame(<ErrorState {...error} />)
  if (!shown) return frame(<Delayed>Opening scene</Delayed>)
  // A view of a scene lists the scenes too; of an older server it does not.
  const listed = { ...shown, ...(view.scenes && { scenes: view.scenes }) }
  return <Applied key={scene} {...props} view={scene > 0 ? listed : view} scene={scene} onScene={showScene} />
}

interface SceneProps extends Omit<ProjectViewerProps, 'frame'> {
  scene: number
  onScene: (scene: number) => void
}

/** Begins anew when other settings are applied to the project, at the place that is shown. */
const Applied = ({ applied: given = null, ...props }: SceneProps) => {
  const applied = props.image.isMultichannelImage ? given : null
  const key = applied ? `${applied.id} ${applied.revision}` : ''
  const [shown, setShown] = useState({ key, isFollowing: false })
  if (shown.key !== key) setShown({ key, isFollowing: true })
  return <SceneViewer key={key} {...props} applied={applied} isFollowing={shown.isFollowing} />
}

/** With the objects of a result if there is one: these are of the first scene. */
const SceneViewer = ({
  overlay,
  image,
  applied = null,
  isFollowing,
  ...props
}: SceneProps & { isFollowing: boolean }) => {
  const { scene, onScene, channelActions, contribute } = props
  // Names and colours are those of the settings in whichever range a channel is shown; a new view would be a new map.
  const [view] = useState(() => (applied ? namedBy(props.view, applied) : props.view))
  const [isChoosing, setChoosing] = useState(false)
  const [filmed, setFilmed] = useState<Viewed | null>(null)
  const actions = useViewerActions(image, view, scene, () => setChoosing(true), setFilmed)
  const kept = useKeptView(image.id, view, applied, isFollowing)
  const [{ actions: edits, downloads, ...added }, setContribution] = useState<ViewerContribution>(nothingAdded)
  const picture = { image, view, scene, onScene, actions, ...(channelActions && { channelActions }), ...kept }
  return (
    <>
      {overlay && scene === 0 ? (
        <ResultViewer overlay={overlay} {...picture} />
      ) : (
        <>
          <ImageViewer {...picture} {...added} actions={(viewed) => [...edits, ...actions(viewed), ...downloads]} />
          {contribute?.(view, scene, setContribution)}
        </>
      )}
      {isChoosing && (
        <Suspense>
          <CompareDialog image={image} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {filmed && (
        <Suspense>
          <MovieDialog
            {...filmed}
            image={image}
            timeStepS={image.metadata?.timeStepS}
            onClose={() => setFilmed(null)}
          />
        </Suspense>
      )}
    </>
  )
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
  const isDrawn = visible || (hotSpot !== null && spotVisible)
  return (
    <ImageViewer
      layers={layers}
      tools={tools}
      panels={panels}
      onVisible={overlay.onVisible}
      note={({ plane }) => (isDrawn ? otherPlaneNote(picture.view, plane) : null)}
      {...picture}
    />
  )
}

export default ProjectViewer
