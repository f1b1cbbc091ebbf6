import type { BundleFormat } from '@lamella/shared/contract'
import { Button, type ButtonProps, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { BundledJob } from './api.ts'

interface DownloadMenuProps extends Pick<ButtonProps, 'variant' | 'size' | 'loading'> {
  /** Those that have results. */
  jobs: readonly BundledJob[]
  applicationName: (appName: string) => string
  onDownload: (format: BundleFormat, jobs: readonly BundledJob[]) => void
}

/** Downloads the results of jobs as one file; of several applications, whose columns differ, as one file each. */
export const DownloadMenu = ({ jobs, applicationName, onDownload, ...button }: DownloadMenuProps) => {
  const applications = [...Map.groupBy(jobs, ({ appName }) => appName)]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          {...button}
          disabled={jobs.length === 0}
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {applications.map(([name, itsJobs]) => {
          const of = applications.length > 1 ? `${applicationName(name)}: ` : ''
          return [
            <Menu.Item key={`${name} xlsx`} onClick={() => onDownload('xlsx', itsJobs)}>
              {of}Excel workbook (xlsx)
            </Menu.Item>,
            <Menu.Item key={`${name} csv`} onClick={() => onDownload('csv', itsJobs)}>
              {of}Comma-separated (csv, zipped)
            </Menu.Item>,
          ]
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
