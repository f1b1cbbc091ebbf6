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

/** A refusal names one limit; what is stored tells whether the other one is reached too. */
const reachedLimits = async (code: LimitCode): Promise<ReadonlySet<LimitCode>> => {
  const reached = new Set([code])
  const limits = store.get(restrictionsAtom)?.limits
  // Without an answer the message names the limit that is known.
  const stored = await call(organisationStorage, {}, { action: 'upload.limit' }).catch(() => null)
  if (!limits || !stored) return reached
  const { objectTypes, total } = stored.data
  const images = objectTypes.find(({ type }) => type === 'ImageMedium')?.fileCount ?? 0
  if (isLimitReached(limits.mediumLimit, images)) reached.add('ERR_5007')
  if (isLimitReached(limits.storageLimit * gigabyte, total.size)) reached.add('ERR_5008')
  return reached
}

/** The key `limits` adds the way to upgrade, which only admins can go (document 1 §2.6, document 3 §6 and §8). */
const tellLimit = async (code: LimitCode): Promise<void> => {
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

/** When the organisation has no room for an upload, the user is told so and taken to what fills it. */
export const useUploadLimit = (): void => {
  const navigate = useNavigate()
  useEffect(() => {
    const subscription = bus.on('upload/limit').subscribe(({ code }) => {
      void navigate('/datastorage')
      void tellLimit(code)
    })
    return () => subscription.unsubscribe()
  }, [navigate])
}
