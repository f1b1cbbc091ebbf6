import { formatNumber } from '@lamella/shared/ui'
import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRepeat,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import css from './time-bar.module.css'
import { usePlayback } from './use-playback.ts'

export interface TimeBarProps {
  /** Number of time points. */
  frames: number
  /** Index of the time point that is shown. */
  frame: number
  onFrame: (frame: number) => void
  /** Fetches a time point. Must be stable across renders. */
  load: (frame: number, signal: AbortSignal) => Promise<void>
  isFetched: (frame: number) => boolean
  /** Element whose keys `,`, `.` and the space bar belong to the time. */
  viewer: HTMLElement | null
}

const rates = [1, 2, 5, 10, 15, 25, 30]
const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** Controls that use the space bar, or text, themselves. */
const ownKeys = 'button, input, select, textarea, a, [role="slider"], [contenteditable="true"]'

/** Last frame of those after `frame` without a gap that are fetched. */
const fetchedUntil = (frame: number, frames: number, isFetched: (frame: number) => boolean): number => {
  let last = frame
  while (last + 1 < frames && isFetched(last + 1)) last += 1
  return last
}

const trackStyle = (shown: string, fetched: string): Record<string, string> => ({
  '--shown': shown,
  '--fetched': fetched,
})

/** Time slider of a time series with play, single steps, rate and repetition. */
export const TimeBar = ({ frames, frame, onFrame, load, isFetched, viewer }: TimeBarProps) => {
  const [fps, setFps] = useState(10)
  const [loops, setLoops] = useState(true)
  const { playing, toggle, goTo } = usePlayback({ frames, frame, onFrame, load, fps, loops })

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    if (!(target instanceof Element) || target.closest('input:not([type="range"]), textarea, select')) return
    if (event.key === ',') goTo(frame - 1)
    else if (event.key === '.') goTo(frame + 1)
    else if (event.key === ' ' && !target.closest(ownKeys)) toggle()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    viewer?.addEventListener('keydown', onKey)
    return () => viewer?.removeEventListener('keydown', onKey)
  }, [viewer])

  const share = (at: number): string => `${frames > 1 ? (100 * at) / (frames - 1) : 0}%`
  const place = `${formatNumber(frame + 1)} of ${formatNumber(frames)}`
  const PlayIcon = playing ? IconPlayerPause : IconPlayerPlay
  return (
    <section className={css.bar} aria-label="Time">
      <div className={css.buttons}>
        <Tooltip label="Previous time point (,)">
          <ActionIcon
            aria-label="Previous time point"
            aria-keyshortcuts=","
            // Not disabled: the focus would leave the page at the first time point.
            aria-disabled={frame === 0}
            data-disabled={frame === 0 || undefined}
            onClick={() => goTo(frame - 1)}
          >
            <IconPlayerSkipBack {...iconProps} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={playing ? 'Pause (space bar)' : 'Play (space bar)'}>
          <ActionIcon className={css.play} size={36} aria-label={playing ? 'Pause' : 'Play'} onClick={toggle}>
            <PlayIcon {...iconProps} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Next time point (.)">
          <ActionIcon
            aria-label="Next time point"
            aria-keyshortcuts="."
            aria-disabled={frame === frames - 1}
            data-disabled={frame === frames - 1 || undefined}
            onClick={() => goTo(frame + 1)}
          >
            <IconPlayerSkipForward {...iconProps} />
          </ActionIcon>
        </Tooltip>
      </div>
      <span className={css.place}>
        <b>{formatNumber(frame + 1)}</b> of {formatNumber(frames)}
      </span>
      <span className={css.track}>
        <input
          type="range"
          className={css.slider}
          style={trackStyle(share(frame), share(fetchedUntil(frame, frames, isFetched)))}
          min={1}
          max={frames}
          value={frame + 1}
          aria-label="Time point"
          aria-valuetext={place}
          onChange={(event) => goTo(event.currentTarget.valueAsNumber - 1)}
        />
        <span className={css.ends} aria-hidden>
          <span>1</span>
          <span>{formatNumber(frames)}</span>
        </span>
      </span>
      <select
        className={css.rate}
        aria-label="Frames per second"
        value={fps}
        onChange={(event) => setFps(Number(event.currentTarget.value))}
      >
        {rates.map((rate) => (
          <option key={rate} value={rate}>
            {rate} fps
          </option>
        ))}
      </select>
      <Tooltip label="Repeat">
        <ActionIcon className={css.repeat} aria-label="Repeat" aria-pressed={loops} onClick={() => setLoops(!loops)}>
          <IconRepeat {...iconProps} />
        </ActionIcon>
      </Tooltip>
    </section>
  )
}
