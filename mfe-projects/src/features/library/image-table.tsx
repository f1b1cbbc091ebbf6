import type { Image, ImageScope, WaitingMedium } from '@lamella/shared/contract'
import { DataTable, type DataTableColumn, useRowsPerPage } from '@lamella/shared/ui'
import { Card, Checkbox } from '@mantine/core'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import css from '../../lib/row-boxes.module.css'
import { imageColumns } from './image-columns.tsx'
import type { GridHandle } from './image-grid.tsx'
import type { LibraryImages } from './use-library-images.ts'
import type { Choosing } from './use-selection.ts'

interface ImageTableProps extends Pick<Choosing, 'selection' | 'choose' | 'toggle' | 'onKeyDown'> {
  scope: ImageScope
  images: LibraryImages
  /** Page of the address, from 1; one beyond the end is the last. */
  page: number
  onPage: (page: number) => void
  /** Where images wait to be processed, by id. */
  waiting: ReadonlyMap<string, WaitingMedium>
  onOpen: (image: Image) => void
  handle: Ref<GridHandle>
}

/** Library as a table of pages; rows react to mouse and keyboard as tiles do. */
export const ImageTable = ({
  scope,
  images,
  page: wantedPage,
  onPage,
  waiting,
  selection,
  choose,
  toggle,
  onKeyDown,
  onOpen,
  handle,
}: ImageTableProps) => {
  const table = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<number | null>(null)
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
  const { total = 0, imageAt, show } = images
  const page = Math.min(wantedPage, Math.max(Math.ceil(total / pageSize), 1))
  const first = (page - 1) * pageSize
  const last = Math.min(first + pageSize, total) - 1
  useEffect(() => show(first, Math.max(last, first)), [show, first, last])
  const found = Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => imageAt(first + index))
  const rows = found.flatMap((image) => image ?? [])
  const isLoading = images.total === undefined || (rows.length === 0 && total > 0)
  const indexOf = (image: Image): number => first + found.findIndex((other) => other?.id === image.id)

  const focusRow = (index: number): boolean => {
    const row = table.current?.querySelectorAll<HTMLElement>('tbody [data-item]')[index - first]
    const name = row?.querySelector<HTMLElement>('button')
    name?.focus()
    return name !== undefined && name !== null
  }
  useImperativeHandle(handle, () => ({
    focusOn: (index) => {
      onPage(Math.floor(index / pageSize) + 1)
      setWanted(index)
    },
  }))
  // The row is there after its page is.
  useEffect(() => {
    if (wanted !== null && wanted >= first && wanted <= last && focusRow(wanted)) setWanted(null)
  })

  const box: DataTableColumn<Image> = {
    id: 'selected',
    title: 'Selected',
    spokenTitle: true,
    isAction: true,
    width: 44,
    render: (image) => (
      <Checkbox
        className={css.box}
        aria-label={`Select ${image.name}`}
        tabIndex={-1}
        checked={selection.images.has(image.id)}
        onChange={() => toggle(image, indexOf(image))}
      />
    ),
  }
  const onKey = (event: KeyboardEvent): void => {
    const id = event.target instanceof Element && event.target.closest('[data-item]')?.getAttribute('data-item')
    const index = rows.findIndex((image) => image.id === id)
    if (index >= 0) onKeyDown(event, first + index, { columns: 1, screenful: pageSize })
  }
  const [linked] = selection.images.size === 1 ? selection.images.keys() : []
  return (
    <Card padding={0} ref={table} onKeyDown={onKey}>
      <DataTable
        label="Images"
        columns={[box, ...imageColumns(scope, waiting)]}
        rows={isLoading ? undefined : rows}
        rowKey={({ id }) => id}
        onRowClick={(image, event) => choose(image, indexOf(image), event)}
        onRowOpen={onOpen}
        linkedRow={linked ?? null}
        chosenRows={new Set(selection.images.keys())}
        pageSize={pageSize}
        served={{
          total,
          page,
          sort: { by: '', direction: 'ascending' },
          onPage,
          onSort: () => undefined,
        }}
      />
    </Card>
  )
}
