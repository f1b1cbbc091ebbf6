import {
  AllUploadsButtons,
  byProgress,
  formatTransfer,
  InterruptedUploads,
  UploadButtons,
  waitingText,
} from '@lamella/shared/blocks'
import type { FileType, WaitingMedium } from '@lamella/shared/contract'
import type { UploadItem, UploadItemStatus, UploadSnapshot } from '@lamella/shared/events'
import { useWaitingUploads } from '@lamella/shared/queries'
import { formatDuration, formatFileSize } from '@lamella/shared/ui'
import { uploads as queue, statusWord } from '@lamella/shared/upload'
import { Button, CloseButton, Progress } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconPhoto, IconStack2 } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'

import css from './upload-overlay.module.css'
import { uploadSummary } from './upload-summary.ts'

const over: readonly UploadItemStatus[] = ['complete', 'cancelled', 'error']

/** Icon of the kind of data, where no picture of the file could be made. */
const kindIcons: Record<FileType, typeof IconPhoto> = {
  TwoDimensions: IconPhoto,
  MultiChannel: IconStack2,
  TimeSeries: IconClock,
}

const bytesText = ({ status, doneBytes, size }: UploadItem) =>
  status === 'added' || status === 'queue'
    ? formatFileSize(size)
    : `${formatFileSize(doneBytes)} of ${formatFileSize(size)}`

/** @param place - in the queue of what is to be processed; absent: it does not wait, or nobody knows */
const Row = ({ item, place }: { item: UploadItem; place: WaitingMedium | undefined }) => {
  const failed = item.status === 'error'
  const Icon = failed ? IconAlertTriangle : kindIcons[item.fileType]
  return (
    <li className={css.row}>
      <span className={css.plate} data-failed={failed || undefined}>
        {item.picture && !failed ? (
          <img src={item.picture} alt="" width={36} height={36} />
        ) : (
          <Icon size={18} stroke={1.6} aria-hidden />
        )}
      </span>
      <div className={css.text}>
        <div className={css.head}>
          <span className={css.name}>{item.name}</span>
          {item.timeRemaining !== null && <span className={css.time}>{formatDuration(item.timeRemaining)}</span>}
        </div>
        {failed ? (
          <span className={css.failed}>Failed: {item.error}</span>
        ) : (
          <>
            <Progress
              value={item.progress}
              color={item.status === 'paused' ? 'gray' : undefined}
              aria-label={`Progress of ${item.name}`}
            />
            <span className={css.detail}>
              {statusWord(item.status)}, {bytesText(item)}
              {item.waitsFor === 'file' && ', its file is needed'}
            </span>
            {item.status === 'complete' && place && (
              <span className={css.detail}>Processing: {waitingText(place)}</span>
            )}
          </>
        )}
      </div>
      <UploadButtons upload={item} queue={queue} cancellable={!over.includes(item.status)} />
    </li>
  )
}

interface UploadOverlayProps {
  uploads: UploadSnapshot
  /** The user has opened it: what opens by itself leaves the focus where they type. */
  takesFocus: boolean
  onClose: () => void
}

/** List of the uploads under the header button (D3-2-113). */
export const UploadOverlay = ({ uploads, takesFocus, onClose }: UploadOverlayProps) => {
  const { items, totals } = uploads
  const waiting = useWaitingUploads(items)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus) region.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <section ref={region} tabIndex={-1} className={css.region} aria-label="Uploads">
      <div className={css.title}>
        <div>
          <strong>{uploadSummary(items).text}</strong>
          <span className={css.detail}>{formatTransfer(totals)}</span>
        </div>
        <CloseButton aria-label="Close uploads" onClick={onClose} />
      </div>
      <Progress value={totals.progress} size={2} radius={0} aria-label="Progress of all uploads" />
      <InterruptedUploads uploads={items} queue={queue} />
      <ul className={css.list}>
        {byProgress(items).map((item) => (
          <Row key={item.id} item={item} place={waiting.get(item.mediumId ?? '')} />
        ))}
      </ul>
      <div className={css.footer}>
        <AllUploadsButtons queue={queue} variant="subtle" size="compact-sm" color="gray" />
        {totals.failures > 0 && (
          <Button component={Link} to="/datastorage?scope=failed" variant="subtle" size="compact-sm" ml="auto">
            View failed uploads
          </Button>
        )}
      </div>
    </section>
  )
}
