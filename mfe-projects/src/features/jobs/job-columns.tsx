import { StatusBadge } from '@lamella/shared/blocks'
import type { Job } from '@lamella/shared/contract'
import { type DataTableColumn, formatDuration, formatTimestamp, TimeAgo } from '@lamella/shared/ui'
import { badgeOf } from '../../lib/job-status.ts'
import { rowBoxes } from '../../lib/row-boxes.tsx'
import type { RowChoice } from '../../lib/use-row-choice.ts'

const durationOf = ({ started, finished }: Job): string =>
  started && finished ? formatDuration((Date.parse(finished) - Date.parse(started)) / 1000) : '–'

/** Boxes by which jobs are chosen. @param isWhole - the rows that are read are the whole list; else those of the shown page */
export const jobBoxes = (choice: RowChoice<Job>, isWhole: boolean): DataTableColumn<Job> =>
  rowBoxes({
    choice,
    allLabel: isWhole ? 'Select all jobs' : 'Select all on this page',
    labelOf: ({ imageName }) => `Select job of ${imageName}`,
  })

/**
 * Columns of the jobs list.
 * @param applicationName - returns the display name of an application
 */
export const jobColumns = (applicationName: (appName: string) => string): readonly DataTableColumn<Job>[] => [
  { id: 'image', title: 'Image', value: ({ imageName }) => imageName, isName: true, sortable: true },
  {
    id: 'application',
    title: 'Application',
    value: ({ appName, appVersion }) => `${applicationName(appName)} ${appVersion}`,
    sortable: true,
    width: 196,
    minTableWidth: 760,
    wideOnly: true,
  },
  {
    id: 'status',
    title: 'Status',
    value: ({ status }) => status,
    render: ({ status, progress }) => (
      <StatusBadge
        status={badgeOf(status)}
        label={status === 'running' ? `Running, ${Math.round(progress * 100)} %` : undefined}
      />
    ),
    width: 152,
  },
  {
    id: 'created',
    title: 'Submitted',
    value: ({ created }) => created,
    // As it is shown: nobody types the stored form.
    filterText: ({ created }) => formatTimestamp(new Date(created)),
    render: ({ created }) => <TimeAgo date={created} />,
    sortable: true,
    width: 168,
    minTableWidth: 480,
  },
  {
    id: 'duration',
    title: 'Duration',
    value: durationOf,
    filterText: () => '',
    align: 'right',
    width: 110,
    wideOnly: true,
  },
]
