import type { ImageScope, MediumItem } from '@lamella/shared/contract'
import { CardHeader, DataTable, EmptyState, FilterField, queryError, useRowsPerPage } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useWidthClass } from '../../lib/use-width-class.ts'
import { columnsOf } from './columns.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { scopes } from './scopes.ts'
import { useDeleteImage, useReprocessImage } from './use-image-changes.ts'

interface ImageListProps {
  scope: ImageScope
  media: UseQueryResult<MediumItem[]>
  nameOf: (userId: string) => string
  /** Button of the empty state. */
  emptyAction?: ReactNode
}

/** Images of one scope in all projects that the user can see. */
export const ImageList = ({ scope, media, nameOf, emptyAction }: ImageListProps) => {
  const [filter, setFilter] = useState('')
  const [deleting, setDeleting] = useState<MediumItem | null>(null)
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
  const widthClass = useWidthClass()
  const retry = useReprocessImage()
  const removal = useDeleteImage()
  const texts = scopes.find(({ value }) => value === scope)
  return (
    <Card padding={0}>
      {media.data && media.data.length > 0 && (
        <CardHeader>
          <FilterField label="Filter images" value={filter} onChange={setFilter} width={280} />
        </CardHeader>
      )}
      <DataTable
        label={`${texts?.title} images`}
        columns={columnsOf(scope, {
          nameOf,
          widthClass,
          retrying: retry.isPending ? retry.variables.id : null,
          onRetry: retry.mutate,
          onDelete: setDeleting,
        })}
        rows={media.data}
        rowKey={({ imageId }) => imageId}
        rowHref={
          scope === 'available'
            ? ({ project, imageId }) => `/projects/${project.id}/viewer?image=${imageId}`
            : undefined
        }
        filter={filter}
        noMatchText="No images found."
        pageSize={pageSize}
        error={media.data ? undefined : queryError('The images could not be retrieved', media)}
        empty={<EmptyState title={texts?.emptyTitle ?? ''} text={texts?.emptyText} actions={emptyAction} />}
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
