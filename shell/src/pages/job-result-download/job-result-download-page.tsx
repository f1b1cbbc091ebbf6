import { apiAddress } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import { tokenSource } from '@lamella/shared/session'
import { PageTitle, StatusBadge } from '@lamella/shared/ui'
import { Button, Card, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router-dom'
import css from './job-result-download-page.module.css'
import { useBundle } from './use-bundle.ts'

/** The download is a plain link: the token travels as a query parameter (document 1 §7). */
const openDownload = (downloadUrl: string): void => {
  const address = new URL(apiAddress(downloadUrl), window.location.origin)
  address.searchParams.set('access_token', tokenSource.accessToken() ?? '')
  window.location.assign(address)
}

/** Document 1 §2.3 and §4.7. */
export const JobResultDownloadPage = () => {
  const { id = '' } = useParams()
  const bundle = useBundle(id)
  const pending = bundle?.status === 'pending'
  const downloadUrl = bundle?.downloadUrl ?? null
  const missing = bundle !== undefined && !pending && downloadUrl === null
  useEffect(() => {
    if (!missing) return
    bus.emit('toast/show', {
      kind: 'error',
      title: 'Job result bundle download',
      detail: 'No download location found for this result bundle. Please try again later.',
      sticky: true,
    })
  }, [missing])

  return (
    <Card className={css.card} aria-busy={!bundle || pending}>
      <PageTitle title="Job Result Download" badge={pending ? <StatusBadge status="processing" /> : undefined} />
      <p className={css.text}>
        {pending
          ? 'Your results are being prepared. You can download them as soon as they are ready.'
          : 'The results you requested have been processed and are ready for download.'}
      </p>
      <Group gap="sm">
        <Button
          loading={!bundle}
          disabled={!downloadUrl}
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          onClick={() => downloadUrl && openDownload(downloadUrl)}
        >
          Download results
        </Button>
        {/* The page has neither menu nor breadcrumb. */}
        {bundle && (
          <Button component={Link} to={`/projects/${bundle.project}/jobs`} variant="default">
            Back to Analysis Jobs
          </Button>
        )}
      </Group>
    </Card>
  )
}
