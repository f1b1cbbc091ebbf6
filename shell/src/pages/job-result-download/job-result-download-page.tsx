import { ApiFailure, call } from '@lamella/shared/api'
import { getBundle } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { liveAtom, rememberReturn, tokenSource } from '@lamella/shared/session'
import { PageTitle, StatusBadge } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import css from './job-result-download-page.module.css'

const pollEvery = 2000

/** Loads a bundle and follows it until it is ready. */
const useBundle = (bundleId: string) => {
  const live = useAtomValue(liveAtom)
  const client = useQueryClient()
  useEffect(() => {
    const subscription = bus.on('server/changed').subscribe((event) => {
      if (event.type === 'bundle' && event.id === bundleId)
        void client.invalidateQueries({ queryKey: ['bundle', bundleId] })
    })
    return () => subscription.unsubscribe()
  }, [bundleId, client])
  return useQuery({
    queryKey: ['bundle', bundleId],
    queryFn: async ({ signal }) =>
      (await call(getBundle, { params: { bundleId } }, { signal, local: true, action: 'bundle.get' })).data,
    retry: false,
    refetchInterval: (query) => (!live && query.state.data?.status === 'pending' ? pollEvery : false),
  })
}

/** The download is a plain link: the token travels as a query parameter (document 1 §7). */
const openDownload = (downloadUrl: string): void => {
  const address = new URL(downloadUrl, window.location.origin)
  address.searchParams.set('access_token', tokenSource.accessToken() ?? '')
  window.location.assign(address)
}

/** Document 1 §2.3 and §4.7. */
export const JobResultDownloadPage = () => {
  const { id = '' } = useParams()
  const { data: bundle, error } = useBundle(id)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!(error instanceof ApiFailure)) return
    if (error.code === 'ERR_0404') {
      navigate('/error/404', { replace: true })
      return
    }
    rememberReturn(pathname)
    navigate('/error', { replace: true })
  }, [error, navigate, pathname])

  const missing = bundle && bundle.status !== 'pending' && !bundle.downloadUrl
  useEffect(() => {
    if (!missing) return
    bus.emit('toast/show', {
      kind: 'error',
      title: 'Job result bundle download',
      detail: 'No download location found for this result bundle. Please try again later.',
      sticky: true,
    })
  }, [missing])

  const ready = bundle?.downloadUrl ?? null
  return (
    <Card className={css.card}>
      <PageTitle
        title="Job Result Download"
        badge={bundle?.status === 'pending' ? <StatusBadge status="processing" /> : undefined}
      />
      <p className={css.text}>
        {bundle?.status === 'pending'
          ? 'Your results are being put together. The download starts to be available by itself.'
          : 'The results you requested have been processed and are ready for download.'}
      </p>
      <Button
        disabled={!ready}
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
        onClick={() => ready && openDownload(ready)}
      >
        Download results
      </Button>
    </Card>
  )
}
