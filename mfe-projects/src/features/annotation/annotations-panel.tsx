import { ConfirmDialog, ErrorState, formatNumber } from '@lamella/shared/ui'
import type { ViewerPanel } from '@lamella/shared/viewer'
import { Button, Table } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import tableCss from '../../lib/object-table.module.css'
import css from './annotations-panel.module.css'
import { type DrawnObject, typeNames } from './drawn-objects.ts'
import { LabelNames, labelsIn } from './label-names.tsx'
import type { SaveState } from './outbox.ts'
import type { Annotations } from './use-annotations.ts'
import type { LabelsById } from './use-labels.ts'

/** Pixels; the same height is set in the style sheet. */
const rowHeight = 28
const spareRows = 20

/** Area in the unit in which the image is measured. @param pixelArea - µm² per px²; null: not known */
const areaText = (area: number, pixelArea: number | null): string =>
  pixelArea === null ? formatNumber(Math.round(area)) : formatNumber(area * pixelArea, 1)

interface ObjectsProps {
  objects: readonly DrawnObject[]
  labels: LabelsById
  pixelArea: number | null
  /** Ids, in the order in which they were selected. */
  /** Colours of owners by their ids; null: objects are not drawn in them. */
  ownerColors: ReadonlyMap<string, string> | null
  selected: readonly string[]
  onSelect: (ids: readonly string[]) => void
}

/** Virtual table of the objects, in step with the picture. */
const Objects = ({ objects, labels, pixelArea, ownerColors, selected, onSelect }: ObjectsProps) => {
  const scroll = useRef<HTMLDivElement>(null)
  const ordered = useMemo(
    () => objects.toSorted((one, other) => (one.no ?? Infinity) - (other.no ?? Infinity)),
    [objects],
  )
  const rows = useVirtualizer({
    count: ordered.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: spareRows,
  })
  const last = selected.at(-1)
  const at = last === undefined ? -1 : ordered.findIndex(({ id }) => id === last)
  const chosen = useMemo(() => new Set(selected), [selected])
  /** As in other tables: with Ctrl one more or less, with Shift all from the last one on. */
  const choose = (index: number, { shiftKey, ctrlKey, metaKey }: MouseEvent): void => {
    const id = ordered[index]?.id
    if (id === undefined) return
    if (shiftKey && at >= 0) {
      const range = ordered.slice(Math.min(at, index), Math.max(at, index) + 1).map((object) => object.id)
      onSelect([...new Set([...selected, ...range])])
    } else if (!ctrlKey && !metaKey) onSelect([id])
    else onSelect(chosen.has(id) ? selected.filter((each) => each !== id) : [...selected, id])
  }
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at)
  }, [rows, at])
  const shown = rows.getVirtualItems()
  const before = shown[0]?.start ?? 0
  const after = rows.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <div ref={scroll} className={tableCss.scroll}>
      <Table aria-label="Annotations" aria-rowcount={ordered.length + 1} className={tableCss.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>No.</Table.Th>
            <Table.Th>Label</Table.Th>
            <Table.Th ta="right">Area {pixelArea === null ? 'px²' : 'µm²'}</Table.Th>
            <Table.Th>Owner</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <tr aria-hidden style={{ height: before }} />
          {shown.map(({ index, key }) => {
            const object = ordered[index]
            if (!object) return null
            const name = object.no === null ? '…' : formatNumber(object.no)
            return (
              <Table.Tr
                key={key}
                className={tableCss.row}
                aria-rowindex={index + 2}
                aria-selected={chosen.has(object.id)}
                onClick={(event) => choose(index, event)}
              >
                <Table.Td>
                  <button type="button" className={tableCss.number} aria-label={`Annotation ${name}`}>
                    {name}
                  </button>
                </Table.Td>
                <Table.Td className={css.label}>
                  <LabelNames labels={labelsIn(object.labels, labels)} />
                </Table.Td>
                <Table.Td ta="right">
                  {object.area === 0 ? typeNames[object.geometry.type] : areaText(object.area, pixelArea)}
                </Table.Td>
                <Table.Td className={css.owner} title={object.ownerName}>
                  {ownerColors && (
                    <span className={css.swatch} style={{ backgroundColor: ownerColors.get(object.owner) }} />
                  )}
                  {object.ownerName}
                </Table.Td>
              </Table.Tr>
            )
          })}
          <tr aria-hidden style={{ height: after }} />
        </Table.Tbody>
      </Table>
    </div>
  )
}

const changesText = (count: number): string => (count === 1 ? '1 change is' : `${formatNumber(count)} changes are`)

const stateText = (state: SaveState, isKept: boolean): string => {
  if (state.kind === 'saved') return 'Saved'
  if (state.kind === 'saving') return 'Saving'
  const then = `kept in this ${isKept ? 'browser' : 'tab'}${state.isRetried ? ' and sent again soon' : ''}`
  // Sentences of an older server, or of something between, may have no end.
  const reason = state.reason.replace(/[^.!?]$/, '$&.')
  return `Not saved: ${reason} ${changesText(state.count)} ${then}.`
}

export type SaveLineProps = Pick<Annotations, 'state' | 'isKept' | 'retry' | 'discard'>

/** How far the changes are stored, and what can be done where they are not. */
export const SaveLine = ({ state, isKept, retry, discard }: SaveLineProps) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={css.state} data-kept={state.kind === 'kept' || undefined}>
      <span role="status">{stateText(state, isKept)}</span>
      {state.kind === 'kept' && (
        <span className={css.ways}>
          <Button size="compact-xs" variant="default" onClick={retry}>
            Send now
          </Button>
          {!state.isRetried && (
            <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
              Discard
            </Button>
          )}
          <ConfirmDialog
            opened={isAsking}
            title="Discard changes"
            confirmLabel="Discard"
            destructive
            onConfirm={() => {
              setAsking(false)
              discard()
            }}
            onClose={() => setAsking(false)}
          >
            {changesText(state.count)} lost: what was drawn or deleted and could not be saved.
          </ConfirmDialog>
        </span>
      )}
    </div>
  )
}

interface PanelOptions extends SaveLineProps, Pick<Annotations, 'objects' | 'isLoaded' | 'error'> {
  labels: LabelsById
  pixelArea: number | null
  ownerColors: ReadonlyMap<string, string> | null
  selected: readonly string[]
  onSelect: (ids: readonly string[]) => void
  canAnnotate: boolean
  /** On the right of the title. */
  actions: ReactNode
}

/** Viewer panel of the annotations of the image: how far they are stored, and their table. */
export const annotationsPanel = (options: PanelOptions): ViewerPanel => {
  const { objects, isLoaded, error, state, isKept, retry, discard, canAnnotate, actions, ...table } = options
  return {
    id: 'annotations',
    title: 'Annotations',
    ...(isLoaded && { count: objects.length }),
    fills: true,
    actions,
    render: () => (
      <>
        {(canAnnotate || state.kind !== 'saved') && <SaveLine {...{ state, isKept, retry, discard }} />}
        {error ? (
          <div className={css.error}>
            <ErrorState {...error} />
          </div>
        ) : objects.length === 0 ? (
          isLoaded && (
            <p className={css.none}>
              {canAnnotate
                ? 'Nothing is drawn yet. Choose a tool on the left, such as “Draw a polygon” (P).'
                : 'Nothing is drawn yet.'}
            </p>
          )
        ) : (
          <Objects objects={objects} {...table} />
        )}
      </>
    ),
  }
}
