import { samplePictures } from '@lamella/shared/blocks'
import type { ImageScope, MediumItem } from '@lamella/shared/contract'
import { useWaitingMedia } from '@lamella/shared/queries'
import { CardHeader, DataTable, EmptyState, FilterField } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useUserNames } from '../../lib/use-user-names.ts'
import { useWidthClass } from '../../lib/use-width-class.ts'
import { columnsOf } from './columns.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { scopes } from './scopes.ts'
import { useDeleteImage, useReprocessImage } from './use-image-changes.ts'
import type { MediaList } from './use-media-list.ts'

interface ImageListProps {
  scope: ImageScope
  list: MediaList
  /** Button of the empty state. */
  emptyAction?: ReactNode
}

/** Images of one scope in all projects that the user can see. */
export const ImageList = ({ scope, list, emptyAction }: ImageListProps) => {
  const [deleting, setDeleting] = useState<MediumItem | null>(null)
  const widthClass = useWidthClass()
  const waiting = useWaitingMedia(scope === 'processing')
  const retry = useReprocessImage()
  const removal = useDeleteImage()
  const { rows, total = 0, counts, page, pageSize, sort } = list
  const nameOf = useUserNames((rows ?? []).map(({ owner }) => owner))
  const hasImages = (counts?.[scope] ?? 0) > 0
  const texts = scopes.find(({ value }) => value === scope)
  return (
    <Card padding={0}>
      {hasImages && (
        <CardHeader>
          <FilterField label="Filter images" value={list.filter} onChange={list.setFilter} width={280} />
        </CardHeader>
      )}
      <DataTable
        label={`${texts?.title} images`}
        columns={columnsOf(scope, {
          nameOf,
          widthClass,
          waiting,
          retrying: retry.isPending ? retry.variables.id : null,
          onRetry: retry.mutate,
          onDelete: setDeleting,
        })}
        rows={rows}
        rowKey={({ imageId }) => imageId}
        rowHref={
          scope === 'available'
            ? ({ project, imageId }) => `/projects/${project.id}/viewer?image=${imageId}`
            : undefined
        }
        noMatchText="No images found."
        pageSize={pageSize}
        served={{ total, page, sort, onPage: list.setPage, onSort: list.setSort }}
        error={list.error}
        empty={
          hasImages ? undefined : (
            <EmptyState
              pictures={samplePictures}
              title={texts?.emptyTitle ?? ''}
              text={texts?.emptyText}
              actions={emptyAction}
            />
          )
        }
      />
      <DeleteDialog
        item={deleting}
        onConfirm={async (item) => {
          await removal.mutateAsync(item).catch(() => undefined)
          setDeleting(null)
        }}
        onClose={() => setDeleting(null)}
      />
    </Card>
  )
}
