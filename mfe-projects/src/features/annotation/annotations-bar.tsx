import type { Annotation, Label } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { Button, CloseButton, VisuallyHidden } from '@mantine/core'
import { IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router-dom'
import css from '../../lib/bulk-bar.module.css'
import { annotationAddress } from './annotation-columns.tsx'
import own from './annotations-bar.module.css'
import type { BulkEdit } from './use-bulk-edit.ts'

/** ms for which the last change can be taken back here; later the history of the image has it. */
const shownFor = 30_000

const countText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'annotation' : 'annotations'}`

const lastText = ({ count, missed, what }: BulkEdit): string => {
  const done = `${countText(count)} ${count === 1 ? 'is' : 'are'} ${what}.`
  if (missed === 0) return done
  const others = missed === 1 ? '1 other was' : `${formatNumber(missed)} others were`
  return `${done} ${others} changed by somebody else meanwhile.`
}

interface AnnotationsBarProps {
  chosen: readonly Annotation[]
  /** Those that are shown. */
  shown: number
  /** That can be given, in their order; empty: the user may not. */
  labels: readonly Label[]
  canAnnotate: boolean
  isBusy: boolean
  /** What was done last; null: nothing. */
  last: BulkEdit | null
  onChooseAll: () => void
  onLabel: (label: Label) => void
  onDelete: () => void
  onUndo: (last: BulkEdit) => void
  onForget: () => void
  onClear: () => void
}

/** Actions on several annotations, at the lower edge of the window; and for a while what was done, with the way back. */
export const AnnotationsBar = ({
  chosen,
  shown,
  labels,
  canAnnotate,
  isBusy,
  last,
  ...actions
}: AnnotationsBarProps) => {
  const forget = useEffectEvent(actions.onForget)
  useEffect(() => {
    if (!last) return
    const timer = setTimeout(forget, shownFor)
    return () => clearTimeout(timer)
  }, [last])
  const keyed = labels.slice(0, 9)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyped = event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]') !== null
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey || isBusy) return
    const label = keyed[Number(event.key) - 1]
    if (label) actions.onLabel(label)
    else if (event.key === 'Delete' && canAnnotate) actions.onDelete()
    else if (event.key === 'Escape') actions.onClear()
  })
  const hasChosen = chosen.length > 0
  useEffect(() => {
    if (!hasChosen) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [hasChosen])
  const [first] = chosen
  return (
    <>
      <VisuallyHidden role="status">
        {hasChosen ? `${countText(chosen.length)} selected` : last && lastText(last)}
      </VisuallyHidden>
      {first ? (
        <div role="toolbar" aria-label="Selected annotations" className={css.bar}>
          <span className={css.count}>{countText(chosen.length)} selected</span>
          <span className={css.actions}>
            {chosen.length < shown && (
              <Button variant="default" size="compact-sm" disabled={isBusy} onClick={actions.onChooseAll}>
                Select all {formatNumber(shown)}
              </Button>
            )}
            {keyed.map((label, at) => (
              <Button
                key={label.id}
                variant="default"
                size="compact-sm"
                disabled={isBusy}
                aria-keyshortcuts={`${at + 1}`}
                leftSection={<span className={own.swatch} style={{ backgroundColor: label.color }} />}
                rightSection={<kbd className={own.key}>{at + 1}</kbd>}
                onClick={() => actions.onLabel(label)}
              >
                {label.name}
              </Button>
            ))}
            {canAnnotate && (
              <Button
                variant="default"
                size="compact-sm"
                disabled={isBusy}
                leftSection={<IconTrash size={15} aria-hidden />}
                onClick={actions.onDelete}
              >
                Delete
              </Button>
            )}
            <Button
              component={Link}
              to={annotationAddress(first)}
              size="compact-sm"
              leftSection={<IconExternalLink size={15} aria-hidden />}
            >
              Open in viewer
            </Button>
          </span>
          <CloseButton className={css.close} aria-label="Clear selection" onClick={actions.onClear} />
        </div>
      ) : (
        last && (
          <div className={css.bar}>
            <span className={css.count}>{lastText(last)}</span>
            {last.back.size > 0 && (
              <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => actions.onUndo(last)}>
                Undo
              </Button>
            )}
            <CloseButton className={css.close} aria-label="Close message" onClick={actions.onForget} />
          </div>
        )
      )}
    </>
  )
}
