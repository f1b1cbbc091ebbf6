import type { AnnotationImport, CorrectedResult, JobResult } from '@lamella/shared/contract'
import {
  annotationImportQuery,
  annotationImportsChanged,
  annotationImportsQuery,
  useLiveQuery,
} from '@lamella/shared/queries'
import { Dialog, ErrorState, formatNumber, InfoBar, LoadingRows, ProgressBar, queryError } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { toastFailure } from '../../lib/toast-failure.ts'
import { adoptObjects, changeImport } from './api.ts'
import css from './files-dialog.module.css'
import { notesOf, statusText } from './import-text.ts'

const fail = toastFailure('Adoption of objects')

interface AdoptionProps {
  one: Pick<AnnotationImport, 'id' | 'imageId'>
  /** Address of the image in the viewer. */
  viewer: string
}

/** How far an adoption is, or what became of it. */
const Adoption = ({ one: { id, imageId }, viewer }: AdoptionProps) => {
  const queries = useQueryClient()
  const query = useLiveQuery(annotationImportQuery(imageId, id), { isFinal: ({ isBusy }) => !isBusy })
  const error = queryError('The import could not be loaded', query)
  if (error) return <ErrorState {...error} />
  if (!query.data) return <LoadingRows rows={2} />
  const one = query.data
  const change = (status: 'cancelled' | 'undone') => {
    changeImport(one, status).then(() => annotationImportsChanged(queries, imageId), fail)
  }
  return (
    <>
      <div className={css.line} data-failed={one.status === 'failed' || undefined}>
        <span role="status">{statusText(one)}</span>
        {one.status === 'running' && (
          <Button size="compact-xs" variant="default" onClick={() => change('cancelled')}>
            Cancel
          </Button>
        )}
        {one.status === 'successful' && !one.isBusy && one.counts.imported > 0 && (
          <Button size="compact-xs" variant="default" onClick={() => change('undone')}>
            Undo
          </Button>
        )}
      </div>
      {one.status === 'running' && <ProgressBar value={one.progress * 100} label="Progress of the import" />}
      {one.status === 'successful' &&
        notesOf(one).map((note) => (
          <p key={note} className={css.note}>
            {note}
          </p>
        ))}
      {one.status === 'successful' && (
        <Button component={Link} to={viewer} mt={16}>
          Open in viewer
        </Button>
      )}
    </>
  )
}

interface AdoptDialogProps {
  project: string
  imageName: string
  result: Pick<JobResult, 'id' | 'image'>
  /** The stored corrected result that is shown; null: the original. */
  corrected: CorrectedResult | null
  /** Objects by their classes, as they are stored. */
  classes: JobResult['classes']
  /** Whether something was changed that is not stored. */
  isChanged: boolean
  onClose: () => void
}

/** Makes annotations of the objects of a result, and shows how far that is. */
const AdoptDialog = ({ project, imageName, result, corrected, classes, isChanged, onClose }: AdoptDialogProps) => {
  const queries = useQueryClient()
  const [ordered, setOrdered] = useState<AnnotationImport | null>(null)
  const imports = useQuery(annotationImportsQuery(result.image)).data
  const earlier = imports?.some(({ adopted, status }) => status === 'successful' && adopted?.result === result.id)
  const { mutate, isPending } = useMutation({
    mutationFn: () => adoptObjects(result.image, result.id, corrected?.id ?? null),
    onSuccess: (one) => {
      setOrdered(one)
      return annotationImportsChanged(queries, result.image)
    },
    onError: fail,
  })
  const count = classes.reduce((sum, one) => sum + one.count, 0)
  const objects = `${formatNumber(count)} ${count === 1 ? 'object' : 'objects'}`
  return (
    <Dialog opened title="Adopt as annotations" size={520} onClose={onClose}>
      <p className={css.text}>
        The objects of {corrected ? 'this corrected result' : 'this result'} become annotations of{' '}
        <bdi>{imageName}</bdi>, with their classes as labels, and keep their measurements and where they are from. The
        result stays as it is. Labels that the project does not have are added to the label set “Imported”.
      </p>
      {ordered ? (
        <Adoption one={ordered} viewer={`/projects/${project}/viewer?image=${result.image}`} />
      ) : (
        <>
          {isChanged && (
            <InfoBar tone="warning">
              Your changes are not saved: the objects are adopted without them. Save them as a new result to have them
              adopted.
            </InfoBar>
          )}
          {earlier && (
            <InfoBar tone="warning">
              Objects of this result were adopted before. What is there as it was does not come twice, anything else
              does: “Import annotations” in the viewer takes the earlier ones back.
            </InfoBar>
          )}
          <ul className={css.counts} aria-label="Labels">
            {classes
              .filter(({ count: ofClass }) => ofClass > 0)
              .map(({ name, color, count: ofClass }) => (
                <li key={name}>
                  <span className={css.swatch} style={{ background: color }} aria-hidden />
                  {name}
                  <b>{formatNumber(ofClass)}</b>
                </li>
              ))}
          </ul>
          <Button data-autofocus loading={isPending} disabled={count === 0} onClick={() => mutate()}>
            Adopt {objects}
          </Button>
        </>
      )}
    </Dialog>
  )
}

// Loaded when it is opened.
export default AdoptDialog
