import { useEffect, useEffectEvent, useMemo, useState } from 'react'

/** Frames that are fetched before they are shown. */
const ahead = 3

export interface PlaybackOptions {
  /** Number of time points. */
  frames: number
  /** Index of the time point that is shown. */
  frame: number
  onFrame: (frame: number) => void
  /** Fetches a time point. Must be stable across renders; a change forgets what is under way. */
  load: (frame: number, signal: AbortSignal) => Promise<void>
  /** Frames per second; fewer where they are not fetched in time. */
  fps: number
  /** Continues with the first frame after the last. */
  loops: boolean
}

/** Play and pause of a time series. */
export interface Playback {
  playing: boolean
  /** Starts, at the last frame with the first one, or stops. */
  toggle: () => void
  /** Stops and shows a frame; beyond both ends nothing. */
  goTo: (frame: number) => void
}

/** Fetches each frame once at a time; `end` aborts what is under way. */
const loaderOf = (load: PlaybackOptions['load']) => {
  const controller = new AbortController()
  const pending = new Map<number, Promise<void>>()
  return {
    fetch(frame: number): Promise<void> {
      const known = pending.get(frame)
      if (known) return known
      const loading = load(frame, controller.signal).finally(() => pending.delete(frame))
      pending.set(frame, loading)
      return loading
    },
    end: () => controller.abort(),
  }
}

/** Shows one frame after the other, each only when it is fetched, and fetches the next ones ahead. */
export const usePlayback = ({ frames, frame, onFrame, load, fps, loops }: PlaybackOptions): Playback => {
  const [playing, setPlaying] = useState(false)
  // Renders again when something was fetched, which the track shows.
  const [, setFetched] = useState(0)
  const loader = useMemo(() => loaderOf(load), [load])
  useEffect(() => loader.end, [loader])
  const following = useEffectEvent((from: number): number | null => {
    if (from + 1 < frames) return from + 1
    return loops ? 0 : null
  })
  const stop = useEffectEvent(() => setPlaying(false))
  const show = useEffectEvent(onFrame)

  useEffect(() => {
    let left = false
    const fetchAhead = async () => {
      let next = following(frame)
      for (let count = 0; count < ahead && next !== null && next !== frame; count++) {
        await loader.fetch(next)
        if (left) return
        setFetched((before) => before + 1)
        next = following(next)
      }
    }
    // What could not be fetched is told by its tiles when its frame is shown.
    fetchAhead().catch(() => undefined)
    return () => {
      left = true
    }
  }, [frame, loader])

  useEffect(() => {
    if (!playing) return
    let left = false
    let isFetched = false
    let isTime = false
    const next = following(frame)
    const showNext = () => {
      if (!left && isFetched && isTime && next !== null) show(next)
    }
    const timer = setTimeout(() => {
      isTime = true
      if (next === null) stop()
      else showNext()
    }, 1000 / fps)
    if (next !== null) {
      loader.fetch(next).then(
        () => {
          isFetched = true
          showNext()
        },
        () => !left && stop(),
      )
    }
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [frame, playing, fps, loader])

  return {
    playing,
    toggle: () => {
      if (!playing && frame === frames - 1) onFrame(0)
      setPlaying(!playing)
    },
    goTo: (wanted) => {
      setPlaying(false)
      if (wanted >= 0 && wanted < frames) onFrame(wanted)
    },
  }
}
