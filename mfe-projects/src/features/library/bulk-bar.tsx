import { Button, CloseButton, VisuallyHidden } from '@mantine/core'
import { IconDownload, IconFolderSymlink, IconMicroscope, IconRuler2, IconTag, IconTrash } from '@tabler/icons-react'
import css from '../../lib/bulk-bar.module.css'
import { selectedText } from './image-texts.ts'

interface BulkBarProps {
  /** Number of chosen images. */
  count: number
  /** More were wanted than one action can take. */
  isCut: boolean
  canEdit: boolean
  /** Absent: not all of them can be analysed. */
  onAnalyse?: () => void
  onDownload: () => void
  onTag: () => void
  /** Absent: not all of them have pixels. */
  onPixelSize?: () => void
  onMove: () => void
  onDelete: () => void
  onClear: () => void
}

/** Actions on several images, at the lower edge of the window, where it moves nothing. */
export const BulkBar = ({ count, isCut, canEdit, onAnalyse, ...actions }: BulkBarProps) => (
  <>
    <VisuallyHidden role="status">{count > 0 && selectedText(count)}</VisuallyHidden>
    {count > 1 && (
      <div role="toolbar" aria-label="Selected images" className={css.bar}>
        <span className={css.count}>
          {selectedText(count)}
          {isCut && <span className={css.cut}> – one action takes no more, so the others are left out</span>}
        </span>
        <span className={css.actions}>
          {canEdit && onAnalyse && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconMicroscope size={15} aria-hidden />}
              onClick={onAnalyse}
            >
              Analyse
            </Button>
          )}
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={actions.onDownload}
          >
            Download
          </Button>
          {canEdit && (
            <>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconTag size={15} aria-hidden />}
                onClick={actions.onTag}
              >
                Tags
              </Button>
              {actions.onPixelSize && (
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconRuler2 size={15} aria-hidden />}
                  onClick={actions.onPixelSize}
                >
                  Pixel size
                </Button>
              )}
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconFolderSymlink size={15} aria-hidden />}
                onClick={actions.onMove}
              >
                Move
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconTrash size={15} aria-hidden />}
                onClick={actions.onDelete}
              >
                Delete
              </Button>
            </>
          )}
        </span>
        <CloseButton className={css.close} aria-label="Clear selection" onClick={actions.onClear} />
      </div>
    )}
  </>
)
