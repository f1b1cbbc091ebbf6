import { call } from '@lamella/shared/api'
import { organisationStorage } from '@lamella/shared/contract'
import { type BusEvents, bus } from '@lamella/shared/events'
import { currentUserAtom, gigabyte, isLimitReached, restrictionsAtom, store } from '@lamella/shared/session'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

type LimitCode = BusEvents['upload/limit']['code']

const limitWords: readonly [LimitCode, string][] = [
  ['ERR_5008', 'storage'],
  ['ERR_5007', 'number of images'],
]

/** The error code names one limit; the storage statistics show whether the other one is reached too. */
const reachedLimits = async (code: LimitCode): Promise<ReadonlySet<LimitCode>> => {
  const reached = new Set([code])
  const limits = store.get(restrictionsAtom)?.limits
  // Without statistics the message names the reported limit only.
  const stored = await call(organisationStorage, {}, { action: 'upload.limit' }).catch(() => null)
  if (!limits || !stored) return reached
  const { objectTypes, total } = stored.data
  const images = objectTypes.find(({ type }) => type === 'ImageMedium')?.fileCount ?? 0
  if (isLimitReached(limits.mediumLimit, images)) reached.add('ERR_5007')
  if (isLimitReached(limits.storageLimit * gigabyte, total.size)) reached.add('ERR_5008')
  return reached
}

/**
 * Only admins can upgrade: their toast has the key `limits`, which adds the link (D3-6-06); others get a hint
 * (D3-8-23).
 */
const toastLimit = async (code: LimitCode): Promise<void> => {
  const reached = await reachedLimits(code)
  const words = limitWords.filter(([limit]) => reached.has(limit)).map(([, word]) => word)
  const message = `Upload failed. Your organization reached the maximum ${words.join(' and ')}.`
  const isAdmin = store.get(currentUserAtom)?.isAdmin === true
  bus.emit('toast/show', {
    kind: 'error',
    title: 'Upload images',
    detail: isAdmin ? message : `${message} Please contact your administrator for more information.`,
    sticky: true,
    key: isAdmin ? 'limits' : 'upload-limit',
  })
}

/** On the bus event `upload/limit`: shows a toast and navigates to the storage dashboard (D3-8-24). */
export const useUploadLimit = (): void => {
  const navigate = useNavigate()
  useEffect(() => {
    const subscription = bus.on('upload/limit').subscribe(({ code }) => {
      void navigate('/datastorage')
      void toastLimit(code)
    })
    return () => subscription.unsubscribe()
  }, [navigate])
}
