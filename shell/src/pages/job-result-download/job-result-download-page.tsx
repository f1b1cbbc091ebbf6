import { apiAddress } from '@lamella/shared/api'
import type { JobResultBundle } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { tokenSource } from '@lamella/shared/session'
import { formatTimestamp, PageTitle, StatusBadge } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import css from './job-result-download-page.module.css'
import { useBundle } from './use-bundle.ts'

/** The download is a plain link: the token travels as a query parameter (document 1 §7). */
const openDownload = (downloadUrl: string): void => {
  const address = new URL(apiAddress(downloadUrl), window.location.origin)
  address.searchParams.set('access_token', tokenSource.accessToken() ?? '')
  window.location.assign(address)
}

const textFor = ({ status, statusErrors }: JobResultBundle): string => {
  if (status === 'pending') return 'Your results are being put together. The download starts to be available by itself.'
  if (status === 'failed') return statusErrors.join(' ')
  return ready
}
const ready = 'The results you requested have been processed and are ready for download.'

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
      <p className={css.text}>{bundle ? textFor(bundle) : ready}</p>
      {bundle?.expires && (
        <p className={css.text}>The file is kept until {formatTimestamp(new Date(bundle.expires))}.</p>
      )}
      <Button
        loading={!bundle}
        disabled={!downloadUrl}
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
        onClick={() => downloadUrl && openDownload(downloadUrl)}
      >
        Download results
      </Button>
    </Card>
  )
}
