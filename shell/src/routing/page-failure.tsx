import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router-dom'
import { AreaFailure } from '../remotes/area-failure.tsx'
import { reportRenderError } from '../remotes/telemetry.ts'

/** Shown in place of a page of the shell that could not be loaded or threw. */
export function PageFailure() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  useEffect(() => reportRenderError(error), [error])
  return <AreaFailure area="This page" onRetry={() => void revalidate()} />
}
