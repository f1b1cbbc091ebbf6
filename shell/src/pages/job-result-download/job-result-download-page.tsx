import { StatusBadge } from '@lamella/shared/blocks'
import type { JobResultBundle } from '@lamella/shared/contract'
import { formatTimestamp, PageTitle } from '@lamella/shared/ui'
import { Button, Card, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link, useParams } from 'react-router-dom'
import { openDownload } from '../../features/bundle/open-download.ts'
import { useBundle } from '../../features/bundle/use-bundle.ts'
import css from './job-result-download-page.module.css'

const textFor = ({ status, statusErrors }: JobResultBundle): string => {
  if (status === 'pending') return 'Your results are being prepared. You can download them as soon as they are ready.'
  if (status === 'failed') return statusErrors.join(' ')
  return ready
}
const ready = 'The results you requested have been processed and are ready for download.'

/** Job result download (D1-2.3-06 to D1-2.3-09): waits for the bundle, then offers the file. */
export const JobResultDownloadPage = () => {
  const { id = '' } = useParams()
  const bundle = useBundle(id)
  const pending = bundle?.status === 'pending'
  const downloadUrl = bundle?.downloadUrl ?? null

  return (
    <Card className={css.card} aria-busy={!bundle || pending}>
      <PageTitle title="Job Result Download" badge={pending ? <StatusBadge status="processing" /> : undefined} />
      <p className={css.text}>{bundle ? textFor(bundle) : ready}</p>
      {bundle?.expires && (
        <p className={css.text}>The file is kept until {formatTimestamp(new Date(bundle.expires))}.</p>
      )}
      <Group gap="sm">
        <Button
          loading={!bundle}
          disabled={!downloadUrl}
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          onClick={() => downloadUrl && void openDownload(downloadUrl)}
        >
          Download results
        </Button>
        {/* The page has neither menu nor breadcrumb to go back by. */}
        {bundle && (
          <Button component={Link} to={`/projects/${bundle.project}/jobs`} variant="default">
            Back to Analysis Jobs
          </Button>
        )}
      </Group>
    </Card>
  )
}
