import type { BundleFormat, Job } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { Button, CloseButton, VisuallyHidden } from '@mantine/core'
import { IconColumns2, IconPlayerStop, IconRepeat, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import css from '../../lib/bulk-bar.module.css'
import { isOver } from '../../lib/job-status.ts'
import type { BundledJob } from './api.ts'
import { DownloadMenu } from './download-menu.tsx'
import { jobsText } from './jobs-text.ts'

interface JobsBarProps {
  /** The chosen ones. */
  jobs: readonly Job[]
  /** Jobs of the list, on all pages; undefined: all of them are read, and can be chosen by the box above them. */
  total: number | undefined
  canEdit: boolean
  applicationName: (appName: string) => string
  /** They are being read or ordered. */
  isBusy: boolean
  /** Where they are compared; null: fewer than two of them have a result, or too many are chosen. */
  comparison: string | null
  onChooseAll: () => void
  onDownload: (format: BundleFormat, jobs: readonly BundledJob[]) => void
  onRepeat: () => void
  onCancel: () => void
  onDelete: () => void
  onClear: () => void
}

/** Actions on several jobs, at the lower edge of the window. */
export const JobsBar = ({ jobs, total, canEdit, applicationName, isBusy, comparison, ...actions }: JobsBarProps) => {
  const unfinished = jobs.filter(({ status }) => !isOver(status)).length
  const action = (label: string, Icon: typeof IconTrash, onClick: () => void) => (
    <Button
      variant="default"
      size="compact-sm"
      // What is being read belongs to the choice.
      disabled={isBusy}
      leftSection={<Icon size={15} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  return (
    <>
      <VisuallyHidden role="status">{jobs.length > 0 && `${jobsText(jobs.length)} selected`}</VisuallyHidden>
      {jobs.length > 0 && (
        <div role="toolbar" aria-label="Selected jobs" className={css.bar}>
          <span className={css.count}>{jobsText(jobs.length)} selected</span>
          <span className={css.actions}>
            {total !== undefined && total > jobs.length && (
              <Button variant="default" size="compact-sm" loading={isBusy} onClick={actions.onChooseAll}>
                Select all {formatNumber(total)}
              </Button>
            )}
            <DownloadMenu
              variant="default"
              size="compact-sm"
              loading={isBusy}
              jobs={jobs.filter(({ status }) => status === 'successful')}
              applicationName={applicationName}
              onDownload={actions.onDownload}
            />
            {comparison && (
              <Button
                component={Link}
                to={comparison}
                variant="default"
                size="compact-sm"
                leftSection={<IconColumns2 size={15} aria-hidden />}
              >
                Compare
              </Button>
            )}
            {canEdit && (
              <>
                {action('Run again', IconRepeat, actions.onRepeat)}
                {unfinished > 0 && action('Cancel', IconPlayerStop, actions.onCancel)}
                {action('Delete', IconTrash, actions.onDelete)}
              </>
            )}
          </span>
          <CloseButton className={css.close} aria-label="Clear selection" onClick={actions.onClear} />
        </div>
      )}
    </>
  )
}
