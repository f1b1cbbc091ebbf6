import { boxOf, type Geometry, geometryOfWkt, type Position, polygonsOf } from '@lamella/shared/geometry'
import { Dialog, formatNumber } from '@lamella/shared/ui'
import { Button, Checkbox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Conflict, Resolution, Version } from './conflict.ts'
import css from './conflict-dialog.module.css'
import { LabelNames, labelsIn } from './label-names.tsx'
import type { LabelsById } from './use-labels.ts'

interface ConflictDialogProps {
  /** At least one: they are shown one after the other. */
  conflicts: readonly Conflict[]
  labels: LabelsById
  onResolve: (conflicts: readonly Conflict[], how: Resolution) => void
}

interface VersionViewProps {
  title: string
  /** Null: deleted. */
  version: Version | null
  /** The other one, dimmed, so that the difference is seen. */
  other: Version | null
  labels: LabelsById
}

/** Both outlines in one frame with a margin. */
const frameOf = (versions: readonly Version[]): string => {
  const boxes = versions.map(({ geometry }) => boxOf(geometryOfWkt(geometry)))
  const [left, top] = [0, 1].map((side) => Math.min(...boxes.map((box) => box[side] ?? 0))) as [number, number]
  const [right, bottom] = [2, 3].map((side) => Math.max(...boxes.map((box) => box[side] ?? 0))) as [number, number]
  const margin = Math.max(right - left, bottom - top, 4) * 0.12
  return [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin].join(' ')
}

const through = (positions: readonly Position[]): string => `M${positions.map((place) => place.join(' ')).join('L')}`

/** Path of an SVG; a point is a dot. */
const pathOf = (text: string): string => {
  const geometry: Geometry = geometryOfWkt(text)
  if (geometry.type === 'Point') return `M${geometry.coordinates.join(' ')}h0`
  if (geometry.type === 'LineString') return through(geometry.coordinates)
  return polygonsOf(geometry)
    .flat()
    .map((ring) => `${through(ring)}Z`)
    .join('')
}

const VersionView = ({ title, version, other, labels }: VersionViewProps) => {
  const known = version ? labelsIn(version.labels, labels) : []
  const both = [version, other].flatMap((each) => each ?? [])
  return (
    <section className={css.version} aria-label={title}>
      <h3>{title}</h3>
      {version ? (
        <>
          <svg
            viewBox={frameOf(both)}
            className={css.picture}
            role="img"
            aria-label={`Outline, ${title.toLowerCase()}`}
          >
            {other && <path d={pathOf(other.geometry)} className={css.other} />}
            <path d={pathOf(version.geometry)} className={css.outline} stroke={known[0]?.color} />
          </svg>
          {version.name !== null && <bdi>{version.name}</bdi>}
          {(version.name === null || known.length > 0) && <LabelNames labels={known} />}
        </>
      ) : (
        <p className={css.deleted}>Deleted</p>
      )}
    </section>
  )
}

const othersText = (count: number): string => (count === 1 ? 'another object' : `${formatNumber(count)} other objects`)

interface ContentProps extends Omit<ConflictDialogProps, 'conflicts'> {
  conflict: Conflict
  /** All that are not decided. */
  conflicts: readonly Conflict[]
}

const Content = ({ conflict, conflicts, labels, onResolve }: ContentProps) => {
  const [isForAll, setForAll] = useState(false)
  const text = useRef<HTMLParagraphElement>(null)
  // The dialog comes by itself, and the next conflict after a choice: a key that was meant for something else must not choose.
  useEffect(() => text.current?.focus(), [])
  const { no, mine, theirs, rest } = conflict
  const others = new Set(rest.map(({ id }) => id)).size
  const resolve = (how: Resolution) => () => onResolve(isForAll ? conflicts : [conflict], how)
  const region = (theirs ?? mine)?.name ?? null
  const annotation = no === null ? 'An annotation' : `Annotation ${formatNumber(no)}`
  const name = region === null ? annotation : `The region “${region}”`
  return (
    <>
      <p ref={text} className={css.text} tabIndex={-1} data-autofocus>
        {name} was {theirs ? 'changed' : 'deleted'} by somebody else while you {mine ? 'changed' : 'deleted'} it. Choose
        what stays; Undo takes it back.
        {others > 0 && ` Your version comes with what you did to ${othersText(others)} in the same step.`}
      </p>
      <div className={css.versions}>
        <VersionView title="Yours" version={mine} other={theirs} labels={labels} />
        <VersionView title="Theirs" version={theirs} other={mine} labels={labels} />
      </div>
      {conflicts.length > 1 && (
        <Checkbox
          mb="md"
          label={`The same for all ${formatNumber(conflicts.length)}`}
          checked={isForAll}
          onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
        />
      )}
      <div className={css.choices}>
        <Button variant="default" onClick={resolve('theirs')}>
          Keep theirs
        </Button>
        {mine && theirs && (
          <Button variant="default" onClick={resolve('both')}>
            Keep both
          </Button>
        )}
        <Button onClick={resolve('mine')}>Keep mine</Button>
      </div>
    </>
  )
}

/** Shows what the user and somebody else have made of the same object, and lets the user choose: neither is lost unseen. */
export const ConflictDialog = ({ conflicts, ...rest }: ConflictDialogProps) => {
  const [conflict] = conflicts
  if (!conflict) return null
  const more = conflicts.length > 1 ? ` (${formatNumber(conflicts.length)} to decide)` : ''
  return (
    // Closing it decides nothing: it stays until the user has chosen, as what they did is stored nowhere else.
    <Dialog opened withoutCross title={`Changed by two${more}`} size={480} onClose={() => undefined}>
      <Content key={conflict.id} conflict={conflict} conflicts={conflicts} {...rest} />
    </Dialog>
  )
}
