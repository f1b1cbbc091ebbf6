import { type AnnotationExport, annotationExportLimits, type MaskValues } from '@lamella/shared/contract'
import { annotationExportsChanged, annotationExportsQuery, useLiveQuery } from '@lamella/shared/queries'
import { Dialog, ErrorState, formatNumber, LoadingRows, ProgressBar, queryError, TimeAgo } from '@lamella/shared/ui'
import { Button, Radio } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openDownload } from '../../lib/open-download.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { orderExport, removeExport } from './api.ts'
import css from './files-dialog.module.css'

const formats = [
  {
    value: 'geojson',
    label: 'GeoJSON',
    description: 'As QuPath reads it, with everything that a file was imported with.',
  },
  { value: 'coco', label: 'COCO', description: 'Areas and their labels for the training of models.' },
  { value: 'csv', label: 'CSV', description: 'A table with a row for each annotation and its measurements.' },
  {
    value: 'mask-tiff',
    label: 'Label mask, TIFF',
    description: 'A picture of numbers, with a table of what they are.',
  },
  {
    value: 'mask-png',
    label: 'Label mask, PNG',
    description: 'The same for images of up to 100 megapixels, a file for each plane.',
  },
] as const

const maskChoices = [
  { value: 'objects', label: 'Each annotation has its number' },
  { value: 'classes', label: 'Each label has a number' },
] as const

/** How far a file is, or what is in it. */
const statusText = ({ status, exported, leftOut, error }: AnnotationExport): string => {
  if (status === 'running') return `Being made, ${formatNumber(exported)} so far`
  if (status === 'failed') return `Not made: ${error ?? ''}`
  const whole = `${formatNumber(exported)} ${exported === 1 ? 'annotation' : 'annotations'}`
  return leftOut > 0 ? `${whole}. ${formatNumber(leftOut)} left out: the format has no points and lines.` : whole
}

const download = ({ downloadUrl }: AnnotationExport): void => {
  if (downloadUrl) openDownload(downloadUrl, 'annotations.export').catch(toastFailure('Download'))
}

interface RowProps {
  one: AnnotationExport
  onRemove: (one: AnnotationExport) => void
}

const Row = ({ one, onRemove }: RowProps) => {
  const { fileName, status, created, progress } = one
  return (
    <li className={css.file} aria-label={fileName}>
      <div className={css.head}>
        <bdi className={css.name}>{fileName}</bdi>
        <TimeAgo date={created} />
      </div>
      <div className={css.line} data-failed={status === 'failed' || undefined}>
        <span>{statusText(one)}</span>
        <div className={css.acts}>
          {status === 'successful' && (
            <Button size="compact-xs" variant="default" onClick={() => download(one)}>
              Download
            </Button>
          )}
          <Button size="compact-xs" variant="default" onClick={() => onRemove(one)}>
            {status === 'running' ? 'Cancel' : 'Remove'}
          </Button>
        </div>
      </div>
      {status === 'running' && <ProgressBar value={progress * 100} label={`Export of ${fileName}`} />}
    </li>
  )
}

interface ExportsDialogProps {
  /** Its id. */
  project: string
  /** Id of the image that is open; null: none. */
  image: string | null
  /** The annotations that are selected. */
  selected: readonly { id: string; imageId: string }[]
  onClose: () => void
}

/** Orders files of annotations, and offers those that were ordered in the last days. A file of this dialog is downloaded once it is there. */
const ExportsDialog = ({ project, image, selected, onClose }: ExportsDialogProps) => {
  const queries = useQueryClient()
  const [format, setFormat] = useState<(typeof formats)[number]['value']>('geojson')
  const isMask = format === 'mask-tiff' || format === 'mask-png'
  const [mask, setMask] = useState<MaskValues>('objects')
  const scopes = [
    ...(image ? [{ value: 'image', label: 'This image', order: { images: [image] } }] : []),
    ...(selected.length > 0 && selected.length <= annotationExportLimits.annotations
      ? [
          {
            value: 'selected',
            label: `What is selected (${formatNumber(selected.length)})`,
            order: {
              images: [...new Set(selected.map(({ imageId }) => imageId))],
              annotations: selected.map(({ id }) => id),
            },
          },
        ]
      : []),
    { value: 'project', label: 'All images of the project', order: {} },
  ]
  const [scope, setScope] = useState(scopes[0]?.value)
  const own = useRef(new Set<string>())
  const query = useLiveQuery(annotationExportsQuery(project), {
    pollWhile: (list) => list.some(({ status }) => status === 'running'),
  })
  const changed = () => annotationExportsChanged(queries, project)
  const { mutate: order, isPending } = useMutation({
    mutationFn: () =>
      orderExport(project, { format, ...(isMask && { mask }), ...scopes.find(({ value }) => value === scope)?.order }),
    onSuccess: ({ id }) => {
      own.current.add(id)
      return changed()
    },
    onError: toastFailure('Export of annotations'),
  })
  const { mutate: remove } = useMutation({
    mutationFn: removeExport,
    onError: toastFailure('Export of annotations'),
    onSettled: changed,
  })
  const onChange = useEffectEvent((list: readonly AnnotationExport[]) => {
    for (const one of list) if (one.status === 'successful' && own.current.delete(one.id)) download(one)
  })
  useEffect(() => onChange(query.data ?? []), [query.data])
  const error = queryError('The files could not be loaded', query)
  return (
    <Dialog opened title="Export annotations" size={560} onClose={onClose}>
      <fieldset className={css.choice}>
        <legend>Format</legend>
        {formats.map(({ value, label, description }) => (
          <Radio
            key={value}
            name="format"
            label={label}
            description={description}
            checked={format === value}
            onChange={() => setFormat(value)}
          />
        ))}
      </fieldset>
      {isMask && (
        <fieldset className={css.choice}>
          <legend>Numbers of the mask</legend>
          {maskChoices.map(({ value, label }) => (
            <Radio key={value} name="mask" label={label} checked={mask === value} onChange={() => setMask(value)} />
          ))}
        </fieldset>
      )}
      <fieldset className={css.choice}>
        <legend>Annotations of</legend>
        {scopes.map(({ value, label }) => (
          <Radio key={value} name="scope" label={label} checked={scope === value} onChange={() => setScope(value)} />
        ))}
      </fieldset>
      <Button
        leftSection={<IconFileExport size={18} stroke={1.6} aria-hidden />}
        loading={isPending}
        onClick={() => order()}
      >
        Make the file
      </Button>
      {error ? (
        <ErrorState {...error} />
      ) : query.data ? (
        <ul className={css.files} aria-label="Files of annotations">
          {query.data.map((one) => (
            <Row key={one.id} one={one} onRemove={remove} />
          ))}
        </ul>
      ) : (
        <LoadingRows rows={2} />
      )}
      {query.data?.length === 0 && <p className={css.note}>You have made no files of this project yet.</p>}
      <p className={css.note}>Files are kept for {annotationExportLimits.days} days.</p>
    </Dialog>
  )
}

// Loaded when it is opened.
export default ExportsDialog
