import type { Image } from '@lamella/shared/contract'
import {
  failingTo,
  imageForgotten,
  imageQuery,
  projectQuery,
  useLiveQuery,
  useUsersById,
} from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { PageTitle, queryError } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { isGone } from '../../features/gone/missing.tsx'
import { useReprocessImage } from '../../features/images/use-image-changes.ts'
import { ImageJobs } from '../../features/jobs/image-jobs.tsx'
import { BulkBar } from '../../features/library/bulk-bar.tsx'
import { ImageDetails } from '../../features/library/image-details.tsx'
import { type Asked, ImageDialogs } from '../../features/library/image-dialogs.tsx'
import type { GridHandle } from '../../features/library/image-grid.tsx'
import { ImageList } from '../../features/library/image-list.tsx'
import { questionOf } from '../../features/library/image-question.ts'
import { LibraryFilters } from '../../features/library/library-filters.tsx'
import { LibraryTabs } from '../../features/library/library-tabs.tsx'
import { LibraryTools } from '../../features/library/library-tools.tsx'
import { NoDetails } from '../../features/library/no-details.tsx'
import { TrashList } from '../../features/library/trash-list.tsx'
import { UndoBar } from '../../features/library/undo-bar.tsx'
import { useImageActions } from '../../features/library/use-image-actions.ts'
import { useKeptPlace, useKeptSelection } from '../../features/library/use-kept-place.ts'
import { useLibraryAddress } from '../../features/library/use-library-address.ts'
import { useLibraryImages } from '../../features/library/use-library-images.ts'
import { useSelection } from '../../features/library/use-selection.ts'
import { useTypedName } from '../../features/library/use-typed-name.ts'
import { useUndo } from '../../features/library/use-undo.ts'
import { mayEdit, roleIn } from '../../lib/project-access.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './library-page.module.css'

/**
 * Loads the code of the viewer before an image is opened, once the pointer or the focus comes to the images. A failure is left to
 * the opening, where it repeats and is handled.
 */
const prepareViewer = (): void => {
  import('../viewer/viewer-page.tsx').catch(() => undefined)
}

/** Image library of a project (D2-2-06). */
const LibraryPage = () => {
  const { projectId = '' } = useParams()
  const user = useAtomValue(currentUserAtom)
  const project = useLiveQuery(projectQuery(projectId))
  useSelectProject(project.data)
  const address = useLibraryAddress()
  const { scope, view, sort, filter, isTrash } = address
  const [name, setName] = useTypedName(address)
  const question = questionOf(scope, sort, filter)
  const images = useLibraryImages(projectId, question)
  const list = useRef<GridHandle>(null)
  const choosing = useSelection(images, useKeptSelection(), (index) => list.current?.focusOn(index))
  useKeptPlace(images.total !== undefined, choosing.selection)
  const actions = useImageActions(projectId)
  const retry = useReprocessImage(projectId)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const undoing = useUndo(actions.restore)
  const asking = JSON.stringify([question, view, isTrash])
  const [askedFor, setAskedFor] = useState(asking)
  // Another list: indices of this one mean nothing there.
  if (asking !== askedFor) {
    setAskedFor(asking)
    choosing.clear()
  }
  const chosen = [...choosing.selection.images.values()]
  const [listed = null] = chosen.length === 1 ? chosen : []
  // Not while it is being deleted: its own event would request what is gone.
  const isRead = listed !== null && asked?.about !== 'delete'
  const detailed = useLiveQuery({ ...failingTo(null, imageQuery(listed?.id ?? '')), enabled: isRead })
  const goneId = listed && isRead && isGone(detailed) ? listed.id : null
  const clearGone = useEffectEvent(choosing.clear)
  // Somebody else has deleted it: nothing can be done with it. It is read anew if it comes back from the trash.
  useEffect(() => {
    if (goneId === null) return
    clearGone()
    imageForgotten(queries, goneId)
  }, [queries, goneId])
  const selected = listed && (detailed.data ?? listed)
  const users = useUsersById(selected ? [selected.owner] : [])
  if (!user) return null

  const canEdit = project.data !== undefined && mayEdit(roleIn(project.data, user))
  const upload = `/datastorage/upload?project=${projectId}&return=${encodeURIComponent(`/projects/${projectId}/library`)}`
  const uploadButton = canEdit && (
    <Button component={Link} to={upload} leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}>
      Upload images
    </Button>
  )
  const { data: outline } = images.outline
  const isEmpty = outline && Object.values(outline.counts).every((count) => count === 0)
  const error = queryError('The images could not be retrieved', images.outline)
  const ask = (about: Asked['about'], of: readonly Image[] = chosen) => setAsked({ about, images: of })
  const open = ({ id, status }: Image) => {
    if (status === 'available') navigate(`/projects/${projectId}/viewer?image=${id}`)
  }
  const analyse = () => navigate(`/projects/${projectId}/analysis`, { state: { images: chosen.map(({ id }) => id) } })
  const allAvailable = chosen.every(({ status }) => status === 'available')
  // Also without a selection: the grid must not move between the two clicks that open an image.
  const hasDetails = !error && !isTrash && (selected !== null || images.total !== 0)
  return (
    <div className={css.page} data-details={hasDetails || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: no control, it only notices that images come near */}
      <div onPointerOver={prepareViewer} onFocus={prepareViewer}>
        <PageTitle title="Image Library" tour="library-title" actions={outline && !isEmpty && uploadButton} />
        <LibraryTabs
          value={isTrash ? 'trash' : scope}
          outline={outline}
          withTrash={canEdit}
          onChange={address.setScope}
        />
        {isTrash && canEdit ? (
          <TrashList projectId={projectId} actions={actions} />
        ) : (
          <ImageList
            scope={scope}
            view={view}
            images={images}
            error={error}
            question={asking}
            page={address.page}
            onPage={address.setPage}
            isFiltered={Object.keys(question).length > 2}
            choosing={choosing}
            onOpen={open}
            handle={list}
            emptyAction={isEmpty && uploadButton}
            tools={
              <LibraryTools
                filter={name}
                onFilter={setName}
                filters={<LibraryFilters projectId={projectId} filter={filter} onFilter={address.setFilter} />}
                sort={sort}
                onSort={address.setSort}
                view={view}
                onView={address.setView}
              />
            }
          />
        )}
        <BulkBar
          count={chosen.length}
          isCut={choosing.selection.isCut}
          canEdit={canEdit}
          onAnalyse={allAvailable ? analyse : undefined}
          onDownload={() => actions.download.mutate(chosen)}
          onTag={() => ask('tag')}
          onPixelSize={allAvailable ? () => ask('pixelSize') : undefined}
          onMove={() => ask('move')}
          onDelete={() => ask('delete')}
          onClear={choosing.clear}
        />
        <UndoBar
          images={undoing.images}
          progress={undoing.progress}
          onUndo={undoing.undo}
          onStop={undoing.stop}
          onClose={undoing.close}
        />
      </div>
      {hasDetails && !selected && <NoDetails count={chosen.length} />}
      {selected && !isTrash && (
        <ImageDetails
          image={selected}
          ownerName={users.nameOf(selected.owner)}
          canEdit={canEdit}
          analyses={<ImageJobs projectId={projectId} imageId={selected.id} />}
          onRetry={() => retry.mutate(selected.id)}
          onDownload={() => actions.download.mutate([selected])}
          onRename={() => ask('rename')}
          onTag={() => ask('tag', [selected])}
          onPixelSize={() => ask('pixelSize', [selected])}
          onShowZ={(z) => actions.showZ.mutate({ image: selected, z })}
          onMove={() => ask('move')}
          onDelete={() => ask('delete')}
          onClose={choosing.clear}
        />
      )}
      <ImageDialogs
        projectId={projectId}
        asked={asked}
        actions={actions}
        onClose={() => setAsked(null)}
        onTagged={choosing.retag}
        onGone={(gone) => {
          choosing.clear()
          undoing.offer(gone)
        }}
      />
    </div>
  )
}

export default LibraryPage
