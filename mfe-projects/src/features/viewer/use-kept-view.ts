import type { ImageView } from '@lamella/shared/contract'
import { currentUserAtom } from '@lamella/shared/session'
import { channelsOfText, textOfChannels, type ViewState, viewOf, withView } from '@lamella/shared/viewer'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { keepChannels, readChannels } from './kept-channels.ts'

/** The view of an image that was kept, and how it is kept further. */
interface KeptView {
  initial: Partial<ViewState>
  onView: (state: ViewState) => void
}

/**
 * The address states the exact view (place, zoom, time point, channels with their ranges), so that a copied link and a
 * reload show it. Without such a statement the channels are as this user left them in this browser, which a link of
 * somebody else does not change.
 */
export const useKeptView = (imageId: string, view: ImageView): KeptView => {
  const [search, setSearch] = useSearchParams()
  const userId = useAtomValue(currentUserAtom)?.id
  const [initial] = useState((): Partial<ViewState> => {
    const stated = viewOf(search, view)
    if (stated) return stated
    const kept = userId ? readChannels(userId, imageId) : null
    return kept === null ? {} : { channels: channelsOfText(kept, view) }
  })
  const known = useRef(initial.channels ? textOfChannels(initial.channels, view) : null)
  const onView = (state: ViewState): void => {
    const channels = textOfChannels(state.channels, view)
    if (userId && channels !== known.current) keepChannels(userId, imageId, channels)
    known.current = channels
    // What else has come into the address meanwhile stays.
    if (`${withView(search, state, view)}` !== `${search}`)
      setSearch((now) => withView(now, state, view), { replace: true })
  }
  return { initial, onView }
}
