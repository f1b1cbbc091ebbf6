import { apiAddress, call } from '@lamella/shared/api'
import { createTicket } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { PageTitle, StatusBadge } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import css from './job-result-download-page.module.css'
import { useBundle } from './use-bundle.ts'

/** The download is a plain link, with a ticket as its `access_token` (document 1 §7). */
const openDownload = async (downloadUrl: string): Promise<void> => {
  const { data } = await call(createTicket, { body: { data: { address: downloadUrl } } }, { action: 'bundle.download' })
  window.location.assign(new URL(apiAddress(data.url), window.location.origin))
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
          ? 'Your results are being put together. The download starts to be available by itself.'
          : 'The results you requested have been processed and are ready for download.'}
      </p>
      <Button
        loading={!bundle}
        disabled={!downloadUrl}
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
        // What fails goes to central handling, as with every call.
        onClick={() => downloadUrl && openDownload(downloadUrl).catch(() => undefined)}
      >
        Download results
      </Button>
    </Card>
  )
}
