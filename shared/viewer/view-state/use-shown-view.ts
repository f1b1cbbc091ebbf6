import type { ImageView, ZChoice } from '@lamella/shared/contract'
import { useCallback, useState } from 'react'
import { type ChannelSetting, initialChannels } from '../tiles/channel-settings.ts'
import { plainTone } from '../tiles/tone.ts'
import { initialPlane } from './view-address.ts'
import type { ViewState } from './view-state.ts'

/** What is shown, without where: place and orientation are the map's own. */
type Shown = Omit<ViewState, 'place' | 'orientation'>

interface ShownView extends Shown {
  setChannels: (channels: readonly ChannelSetting[]) => void
  setTime: (time: number) => void
  setPlane: (plane: ZChoice) => void
  setTone: (tone: ViewState['tone']) => void
}

/** What is shown of an image, first by `initial`. */
export const useShownView = (view: ImageView, initial: Partial<ViewState> | undefined): ShownView => {
  const [shown, setShown] = useState<Shown>(() => ({
    channels: initial?.channels ?? initialChannels(view),
    time: initial?.time ?? 0,
    plane: initial?.plane ?? initialPlane(view),
    tone: initial?.tone ?? plainTone,
  }))
  const change = useCallback((changes: Partial<Shown>) => setShown((now) => ({ ...now, ...changes })), [])
  return {
    ...shown,
    setChannels: useCallback((channels) => change({ channels }), [change]),
    setTime: useCallback((time) => change({ time }), [change]),
    setPlane: useCallback((plane) => change({ plane }), [change]),
    setTone: useCallback((tone) => change({ tone }), [change]),
  }
}
