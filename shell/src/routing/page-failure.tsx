import { forgetReturn, readReturn } from '@lamella/shared/session'
import { LoadingRows } from '@lamella/shared/ui/feedback/loading-rows.tsx'
import { useEffect, useState } from 'react'
import { useRevalidator, useRouteError } from 'react-router-dom'
import { AreaFailure } from '../remotes/area-failure.tsx'
import { isChunkError } from '../remotes/chunk-error.ts'
import { earlierShell, isWatched, reportShellFailure } from '../remotes/earlier-shell.ts'
import { hasStarted, StartSignal } from '../start-signal.tsx'

interface PageFailureProps {
  /** What failed is around every page. */
  whole?: boolean
}

/**
 * Shown in place of a page of the shell that could not be loaded or threw. While nothing else has been on the page, the version before takes
 * over by itself, as with remotes: without the signal of the start, the watchdog loads it. Where there is none, the rest of the portal stays.
 */
export function PageFailure({ whole = false }: PageFailureProps) {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const earlier = earlierShell()
  const [isFirst] = useState(() => !hasStarted())
  const [back] = useState(() => (location.pathname.startsWith('/error') ? readReturn() : null))
  const isReplaced = isFirst && isWatched() && (whole || earlier !== undefined)
  useEffect(() => {
    if (!isReplaced) reportShellFailure(error, isFirst)
    // The watchdog hears of what a render throws by another way (bootstrap.tsx).
    else if (isChunkError(error)) reportError(error)
  }, [error, isFirst, isReplaced])
  if (isReplaced) return <LoadingRows />
  // Router and React keep the failure of a chunk for as long as the page lives. Where the error page itself is missing, the page that led
  // to it is loaded.
  const loadAnew = () => {
    if (back === null) return location.reload()
    forgetReturn()
    location.assign(back)
  }
  const retry = whole || isChunkError(error) ? loadAnew : () => void revalidate()
  return (
    <>
      <AreaFailure
        area={whole ? 'The portal' : 'This page'}
        {...(whole && { text: 'A part that every page needs did not load, or it stopped working.' })}
        onRetry={retry}
        earlier={earlier}
      />
      <StartSignal />
    </>
  )
}
