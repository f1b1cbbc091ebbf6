import { type AnnotationImport, annotationImportLimits, type MaskValues } from '@lamella/shared/contract'
import { annotationImportQuery } from '@lamella/shared/queries'
import { Dialog, ErrorState, formatNumber, LoadingRows, ProgressBar, queryError, TimeAgo } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import css from './files-dialog.module.css'
import { notesOf, statusText } from './import-text.ts'
import type { Imports } from './use-imports.ts'

/** Objects of a file that were not imported, with where they are in it and why. */
const Refused = ({ one }: { one: AnnotationImport }) => {
  const report = useQuery(annotationImportQuery(one.imageId, one.id))
  const error = queryError('The list could not be loaded', report)
  if (error) return <ErrorState {...error} />
  if (!report.data) return <LoadingRows rows={2} />
  const { refusals, counts } = report.data
  return (
    <>
      <ul className={css.refused} aria-label="Refused objects">
        {refusals.map(({ place, reason }, index) => (
          <li key={index}>
            <bdi>{place}</bdi>: {reason}
          </li>
        ))}
      </ul>
      {counts.refused > refusals.length && (
        <p className={css.note}>
          These are the first {formatNumber(annotationImportLimits.refusals)} of {formatNumber(counts.refused)}.
        </p>
      )}
    </>
  )
}

type RowProps = { one: AnnotationImport; user: string } & Pick<Imports, 'change'>

const Row = ({ one, user, change }: RowProps) => {
  const [isOpen, setOpen] = useState(false)
  const { status, isBusy, counts, fileName, owner } = one
  const isOwn = owner === user
  return (
    <li className={css.file} aria-label={fileName}>
      <div className={css.head}>
        <bdi className={css.name}>{fileName}</bdi>
        <TimeAgo date={one.created} />
      </div>
      <div className={css.line} data-failed={status === 'failed' || undefined}>
        <span>{statusText(one)}</span>
        <div className={css.acts}>
          {counts.refused > 0 && (
            <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide' : 'Show'} refused
            </Button>
          )}
          {isOwn && status === 'running' && (
            <Button size="compact-xs" variant="default" onClick={() => change(one, 'cancelled')}>
              Cancel import
            </Button>
          )}
          {isOwn && !isBusy && status === 'successful' && counts.imported > 0 && (
            <Button size="compact-xs" variant="default" onClick={() => change(one, 'undone')}>
              Undo import
            </Button>
          )}
          {isOwn && !isBusy && status === 'undone' && (
            <Button size="compact-xs" variant="default" onClick={() => change(one, 'successful')}>
              Redo import
            </Button>
          )}
        </div>
      </div>
      {status === 'running' && <ProgressBar value={one.progress * 100} label={`Import of ${fileName}`} />}
      {status === 'successful' &&
        notesOf(one).map((note) => (
          <p key={note} className={css.note}>
            {note}
          </p>
        ))}
      {isOpen && <Refused one={one} />}
    </li>
  )
}

interface ImportsDialogProps {
  imports: Imports
  /** Id of who looks. */
  user: string
  onClose: () => void
}

/** Whether a file is a picture, which holds annotations as a label mask only. */
const isMask = ({ name, type }: File): boolean => /^image\//.test(type) || /\.(png|tiff?)$/i.test(name)

interface MaskQuestionProps {
  masks: readonly File[]
  onAnswer: (values: MaskValues | null) => void
}

const focus = (button: HTMLButtonElement | null): void => button?.focus()

/** A mask does not say what its values are. */
const MaskQuestion = ({ masks, onAnswer }: MaskQuestionProps) => (
  <fieldset className={css.question}>
    <legend>
      What is each value of{' '}
      {masks.length === 1 ? <bdi>{masks[0]?.name}</bdi> : `these ${formatNumber(masks.length)} masks`}?
    </legend>
    <div className={css.answers}>
      <Button ref={focus} variant="default" onClick={() => onAnswer('objects')}>
        An object
      </Button>
      <span>Cells with numbers: each becomes one annotation.</span>
      <Button variant="default" onClick={() => onAnswer('classes')}>
        A class
      </Button>
      <span>Kinds of tissue: each connected area becomes an annotation with a label such as “Class 1”.</span>
    </div>
    <Button size="compact-sm" variant="subtle" onClick={() => onAnswer(null)}>
      Do not import
    </Button>
  </fieldset>
)

/** Chooses files of annotations for the image, and shows what became of those that were chosen before. */
const ImportsDialog = ({ imports, user, onClose }: ImportsDialogProps) => {
  const { list, error, sending, start, change } = imports
  const input = useRef<HTMLInputElement>(null)
  const [masks, setMasks] = useState<readonly File[]>([])
  const choose = (files: readonly File[]): void => {
    start(files.filter((file) => !isMask(file)))
    setMasks([...masks, ...files.filter(isMask)])
  }
  return (
    <Dialog opened title="Import annotations" size={560} onClose={onClose}>
      <p className={css.text}>
        GeoJSON as QuPath exports it, COCO with the annotations of this image by its name, both also compressed (.gz),
        or a label mask as PNG or TIFF, of the size of the image. Labels that the project does not have are added to the
        label set “Imported”. An import is one step: Undo takes it back as a whole.
      </p>
      <Button
        leftSection={<IconFileImport size={18} stroke={1.6} aria-hidden />}
        data-autofocus
        onClick={() => input.current?.click()}
      >
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept=".geojson,.json,.gz,.png,.tif,.tiff,application/geo+json,application/json,image/png,image/tiff"
        aria-label="Files of annotations"
        hidden
        onChange={({ currentTarget }) => {
          choose([...(currentTarget.files ?? [])])
          // So that the same file can be chosen again after it was corrected.
          currentTarget.value = ''
        }}
      />
      {masks.length > 0 && (
        <MaskQuestion
          masks={masks}
          onAnswer={(values) => {
            if (values) start(masks, values)
            setMasks([])
          }}
        />
      )}
      {sending.map(({ name, cancel }) => (
        <div key={name} className={css.line}>
          <span role="status">
            Sending <bdi>{name}</bdi>
          </span>
          <Button size="compact-xs" variant="default" onClick={cancel}>
            Cancel
          </Button>
        </div>
      ))}
      {error ? (
        <ErrorState {...error} />
      ) : list ? (
        <ul className={css.files} aria-label="Imports into this image">
          {list.map((one) => (
            <Row key={one.id} one={one} user={user} change={change} />
          ))}
        </ul>
      ) : (
        <LoadingRows rows={2} />
      )}
      {list?.length === 0 && sending.length === 0 && (
        <p className={css.note}>Nothing was imported into this image yet.</p>
      )}
    </Dialog>
  )
}

// Loaded when it is opened.
export default ImportsDialog
