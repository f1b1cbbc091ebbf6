import type { Annotation } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { IconCheck } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { annotationAddress } from './annotation-columns.tsx'
import css from './annotation-grid.module.css'
import { AnnotationPicture } from './annotation-picture.tsx'
import { LabelNames, labelsIn } from './label-names.tsx'
import type { LabelsById } from './use-labels.ts'

interface AnnotationGridProps {
  rows: readonly Annotation[]
  labels: LabelsById
  /** Ids of those that are chosen. */
  chosen: ReadonlySet<string>
  /** A click: chooses or leaves one; with Shift also those between it and the last one. */
  onToggle: (index: number, event: MouseEvent) => void
  onOpen: (annotation: Annotation) => void
}

/** Annotations as pictures. A click chooses one, a double click opens it in the viewer. */
export const AnnotationGrid = ({ rows, labels, chosen, onToggle, onOpen }: AnnotationGridProps) => (
  <ul className={css.grid} aria-label="Annotations">
    {rows.map((row, index) => {
      const { id, no, imageName, ownerName, labelAssignments } = row
      const given = labelsIn(
        labelAssignments.map(({ labelId }) => labelId),
        labels,
      )
      const names = given.map(({ name }) => name).join(', ') || 'Unlabelled'
      return (
        <li key={id} className={css.tile}>
          <button
            type="button"
            className={css.picture}
            aria-pressed={chosen.has(id)}
            aria-label={`${names}, annotation ${formatNumber(no)} of ${imageName}`}
            onClick={(event) => onToggle(index, event)}
            onDoubleClick={() => onOpen(row)}
          >
            <AnnotationPicture annotation={row} color={given[0]?.color ?? null} />
            {chosen.has(id) && (
              <span className={css.check}>
                <IconCheck size={14} stroke={2.4} aria-hidden />
              </span>
            )}
          </button>
          <div className={css.line}>
            <LabelNames labels={given} />
            <span className={css.owner}>{ownerName}</span>
          </div>
          <div className={css.facts}>
            <Link className={css.image} to={annotationAddress(row)} title={imageName}>
              {imageName}
            </Link>
            <span>No. {formatNumber(no)}</span>
          </div>
        </li>
      )
    })}
  </ul>
)
