import type { ImageView, MultichannelSettings } from '@lamella/shared/contract'
import { currentUserAtom } from '@lamella/shared/session'
import {
  channelsOfText,
  initialChannels,
  textOfChannels,
  type ViewState,
  viewOf,
  withView,
} from '@lamella/shared/viewer'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { withSettings } from '../../lib/with-settings.ts'
import { keepChannels, readChannels } from './kept-channels.ts'

/** The view of an image that was kept, and how it is kept further. */
interface KeptView {
  initial: Partial<ViewState>
  onView: (state: ViewState) => void
}

/**
 * The address states the exact view (place, zoom, time point, channels with their ranges), so that a copied link and a
 * reload show it. Without such a statement the channels are as this user left them in this browser, which a link of
 * somebody else does not change; and where they left none, as the applied settings of the project have them.
 * @param applied - null: none
 * @param isFollowing - these settings were applied while the image was open: they go before what the address states of channels
 */
export const useKeptView = (
  imageId: string,
  view: ImageView,
  applied: Pick<MultichannelSettings, 'id' | 'revision' | 'channels'> | null,
  isFollowing = false,
): KeptView => {
  const [search, setSearch] = useSearchParams()
  const userId = useAtomValue(currentUserAtom)?.id
  // What was changed under other settings is not meant for these.
  const keptAs = applied ? `${imageId} ${applied.id} ${applied.revision}` : imageId
  const [initial] = useState((): Partial<ViewState> => {
    const stated = viewOf(search, view)
    if (isFollowing) {
      const { channels: _, ...rest } = stated ?? {}
      return applied ? { ...rest, channels: withSettings(initialChannels(view), applied.channels) } : rest
    }
    if (stated) return stated
    const kept = userId ? readChannels(userId, keptAs) : null
    if (kept !== null) return { channels: channelsOfText(kept, view) }
    return applied ? { channels: withSettings(initialChannels(view), applied.channels) } : {}
  })
  const known = useRef(initial.channels ? textOfChannels(initial.channels, view) : null)
  const onView = (state: ViewState): void => {
    const channels = textOfChannels(state.channels, view)
    if (userId && channels !== known.current) keepChannels(userId, keptAs, channels)
    known.current = channels
    // What else has come into the address meanwhile stays.
    if (`${withView(search, state, view)}` !== `${search}`)
      setSearch((now) => withView(now, state, view), { replace: true })
  }
  return { initial, onView }
}
