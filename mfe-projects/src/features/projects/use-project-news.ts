import type { ServerEvent } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Listens to the changes of a project's texts in other windows or by other people. Its end is followed by `ProjectGate`.
 * @param isOwn - whether a change made on this page is under way, which is no news
 * @returns id of the user who has changed them last; undefined: nobody was heard of
 */
export const useProjectNews = (projectId: string, isOwn: boolean): string | undefined => {
  const [changedBy, setChangedBy] = useState<string>()
  const hear = useEffectEvent((event: ServerEvent): void => {
    if (!isOwn && event.type === 'project' && event.project === projectId) setChangedBy(event.by)
  })
  useEffect(() => {
    const subscription = bus.on('server/changed').subscribe((event) => hear(event))
    return () => subscription.unsubscribe()
  }, [])
  return changedBy
}
