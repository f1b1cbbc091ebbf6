import { useRevalidator } from 'react-router-dom'
import { AreaFailure } from '../remotes/area-failure.tsx'

/** A page of the shell itself that could not be loaded or threw. */
export function PageFailure() {
  const { revalidate } = useRevalidator()
  return <AreaFailure area="This page" onRetry={() => void revalidate()} />
}
