import { ApiFailure, call } from '@lamella/shared/api'
import { getBundle, type JobResultBundle, type ServerEvent } from '@lamella/shared/contract'
import { rememberReturn, useLiveQuery } from '@lamella/shared/session'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** Loads a bundle, follows it until it is ready, and leaves the page when it cannot be had (document 1 §8). */
export const useBundle = (bundleId: string): JobResultBundle | undefined => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const concerns = useCallback((event: ServerEvent) => event.type === 'bundle' && event.id === bundleId, [bundleId])
  const whileNotLive = useLiveQuery(['bundle', bundleId], concerns)
  const { data, error } = useQuery({
    queryKey: ['bundle', bundleId],
    queryFn: async ({ signal }) =>
      (await call(getBundle, { params: { bundleId } }, { signal, action: 'bundle.get' })).data,
    retry: false,
    refetchInterval: (query) => (query.state.data?.status === 'pending' ? whileNotLive : false),
  })
  useEffect(() => {
    // Fatal failures, and that there was no answer, are central handling's.
    if (!(error instanceof ApiFailure) || error.fatal) return
    if (error.code === 'ERR_0404') {
      navigate('/error/404', { replace: true })
      return
    }
    rememberReturn(pathname)
    navigate('/error', { replace: true })
  }, [error, navigate, pathname])
  return data
}
