import type { Image, ImageScope } from '@lamella/shared/contract'
import { DataTable, useRowsPerPage } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { imageColumns } from './image-columns.tsx'

interface ImageTableProps {
  scope: ImageScope
  /** Undefined while they load. */
  images: readonly Image[] | undefined
  selectedId: string | null
  /** Text that the images are filtered by; a change returns to the first page. */
  filter: string
  onSelect: (image: Image) => void
  onOpen: (image: Image) => void
}

/** Library as a table; rows react to mouse and keyboard as tiles do. */
export const ImageTable = ({ scope, images, selectedId, filter, onSelect, onOpen }: ImageTableProps) => (
  <Card padding={0}>
    <DataTable
      label="Images"
      columns={imageColumns(scope)}
      rows={images}
      rowKey={({ id }) => id}
      onRowClick={onSelect}
      onRowOpen={onOpen}
      linkedRow={selectedId}
      filter={filter}
      pageSize={useRowsPerPage({ offset: 550, minimum: 10 })}
    />
  </Card>
)
