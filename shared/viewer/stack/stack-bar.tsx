import { useEffect } from 'react'
import type { ImageMap } from '../canvas/image-map.ts'
import type { ChannelSetting } from '../tiles/channel-settings.ts'
import { framesOf } from '../time/frames.ts'
import { ZBar, type ZBarProps } from './z-bar.tsx'

interface StackBarProps extends ZBarProps {
  map: ImageMap
  channels: readonly ChannelSetting[]
  /** Index of the time point. */
  time: number
}

/** ms for which a plane is shown before its neighbours are fetched. */
const rest = 250

/** Slider of a Z stack, which fetches the neighbours of the plane that is shown. Loaded only with a stack. */
const StackBar = ({ map, channels, time, ...bar }: StackBarProps) => {
  const { plane, planes } = bar
  useEffect(() => {
    if (plane === 'max') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const { fetch } = framesOf(map, channels, (z) => ({ t: time, plane: z }))
      const neighbours = [plane + 1, plane - 1].filter((z) => z >= 0 && z < planes)
      // What could not be fetched is told by its tiles when its plane is shown.
      for (const z of neighbours) fetch(z, controller.signal).catch(() => undefined)
    }, rest)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [map, channels, time, plane, planes])
  return <ZBar {...bar} />
}

export default StackBar
