import { ApiFailure, call } from '@lamella/shared/api'
import { getBundle, type JobResultBundle } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { liveAtom, rememberReturn } from '@lamella/shared/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** Milliseconds between two looks at a bundle that is being made, while server events do not arrive. */
const pollEvery = 2000

/** Loads a bundle, follows it until it is ready, and leaves the page when it cannot be had (document 1 §8). */
export const useBundle = (bundleId: string): JobResultBundle | undefined => {
  const live = useAtomValue(liveAtom)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    const subscription = bus.on('server/changed').subscribe((event) => {
      if (event.type !== 'bundle' || event.id !== bundleId) return
      void client.invalidateQueries({ queryKey: ['bundle', bundleId] })
    })
    return () => subscription.unsubscribe()
  }, [bundleId, client])
  const { data, error } = useQuery({
    queryKey: ['bundle', bundleId],
    queryFn: async ({ signal }) =>
      (await call(getBundle, { params: { bundleId } }, { signal, action: 'bundle.get' })).data,
    retry: false,
    refetchInterval: (query) => (!live && query.state.data?.status === 'pending' ? pollEvery : false),
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
