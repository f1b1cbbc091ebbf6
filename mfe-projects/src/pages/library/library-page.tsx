import { samplePictures } from '@lamella/shared/blocks'
import type { Image, ImageScope } from '@lamella/shared/contract'
import { imagesQuery, projectQuery, useLiveQuery, usersQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { ConfirmDialog, EmptyState, ErrorState, PageTitle, queryError, TabCount } from '@lamella/shared/ui'
import { Button, Tabs } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { inScope } from '../../features/images/in-scope.ts'
import { useDeleteImage, useReprocessImage } from '../../features/images/use-image-changes.ts'
import { ImageDetails } from '../../features/library/image-details.tsx'
import { ImageGrid } from '../../features/library/image-grid.tsx'
import { type ImageOrder, sortImages } from '../../features/library/image-order.ts'
import { ImageTable } from '../../features/library/image-table.tsx'
import { LibraryTools, type LibraryView } from '../../features/library/library-tools.tsx'
import { NoDetails } from '../../features/library/no-details.tsx'
import { mayEdit, roleIn } from '../../lib/project-access.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './library-page.module.css'

const scopes = [
  { value: 'available', title: 'Available' },
  { value: 'processing', title: 'Processing' },
  { value: 'failed', title: 'Failed' },
] as const satisfies readonly { value: ImageScope; title: string }[]

const scopeOf = (text: string | null): ImageScope => scopes.find(({ value }) => value === text)?.value ?? 'available'

const viewOf = (text: string | null): LibraryView => (text === 'table' ? 'table' : 'grid')

/** Image library of a project (D2-2-06). */
const LibraryPage = () => {
  const { projectId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const scope = scopeOf(search.get('scope'))
  const view = viewOf(search.get('view'))
  const user = useAtomValue(currentUserAtom)
  const project = useLiveQuery(projectQuery(projectId))
  const users = useQuery(usersQuery).data
  useSelectProject(project.data)
  const images = useLiveQuery(imagesQuery(projectId))
  const navigate = useNavigate()
  const [filter, setFilter] = useState('')
  const [order, setOrder] = useState<ImageOrder>('newest')
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Image | null>(null)
  const removal = useDeleteImage(projectId)
  const retry = useReprocessImage(projectId)
  if (!user) return null

  const canEdit = project.data !== undefined && mayEdit(roleIn(project.data, user))
  const upload = `/datastorage/upload?project=${projectId}&return=${encodeURIComponent(`/projects/${projectId}/library`)}`
  const uploadButton = canEdit && (
    <Button component={Link} to={upload} leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}>
      Upload images
    </Button>
  )
  const inThisScope = images.data && inScope(images.data, scope)
  const wanted = filter.trim().toLowerCase()
  const shown = inThisScope && sortImages(inThisScope, order).filter(({ name }) => name.toLowerCase().includes(wanted))
  const error = queryError('The images could not be retrieved', images)
  const selected = images.data?.find(({ id }) => id === selectedId)
  // Also without a selection: the grid must not move between the two clicks that open an image.
  const hasDetails = !error && (selected !== undefined || shown?.length !== 0)
  const list = {
    images: shown,
    selectedId,
    onSelect: ({ id }: Image) => setSelectedId(id),
    onOpen: ({ id, status }: Image) => {
      if (status === 'available') navigate(`/projects/${projectId}/viewer?image=${id}`)
    },
  }
  const keepInAddress = (name: 'scope' | 'view', value: string | null) => {
    const next = new URLSearchParams(search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true })
  }
  return (
    <div className={css.page} data-details={hasDetails || undefined}>
      <div>
        <PageTitle title="Image Library" actions={images.data && images.data.length > 0 && uploadButton} />
        <Tabs value={scope} onChange={(value) => keepInAddress('scope', value)} mb="md">
          <Tabs.List>
            {scopes.map(({ value, title }) => (
              <Tabs.Tab
                key={value}
                value={value}
                rightSection={images.data && <TabCount count={inScope(images.data, value).length} />}
              >
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        {error ? (
          <ErrorState {...error} />
        ) : (
          <>
            <LibraryTools
              filter={filter}
              onFilter={setFilter}
              order={order}
              onOrder={setOrder}
              view={view}
              onView={(value) => keepInAddress('view', value === 'grid' ? null : value)}
            />
            {shown?.length === 0 ? (
              <EmptyState
                pictures={scope === 'available' && !wanted ? samplePictures : undefined}
                title={scope === 'available' && !wanted ? 'No images yet' : 'No images here'}
                text={
                  scope === 'available' && !wanted ? 'Images appear here as soon as they are processed.' : undefined
                }
                actions={images.data?.length === 0 && uploadButton}
              />
            ) : view === 'table' ? (
              <ImageTable key={`${scope} ${order}`} scope={scope} filter={filter} {...list} />
            ) : (
              <ImageGrid {...list} />
            )}
          </>
        )}
      </div>
      {hasDetails && !selected && <NoDetails />}
      {selected && (
        <ImageDetails
          image={selected}
          ownerName={users?.find(({ id }) => id === selected.owner)?.fullName ?? 'Unknown'}
          canEdit={canEdit}
          onRetry={() => retry.mutate(selected.id)}
          onDelete={() => setDeleting(selected)}
          onClose={() => setSelectedId(null)}
        />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title="Delete image"
        confirmLabel="Delete"
        destructive
        onConfirm={async () => {
          if (deleting) await removal.mutateAsync(deleting.id).catch(() => undefined)
          setDeleting(null)
          setSelectedId(null)
        }}
        onClose={() => setDeleting(null)}
      >
        {deleting?.name} is deleted permanently, with its results and annotations. This cannot be undone.
      </ConfirmDialog>
    </div>
  )
}

export default LibraryPage
