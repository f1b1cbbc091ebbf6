import type { ServerEvent } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { projectQuery } from '@lamella/shared/queries'
import { selectedProjectAtom, store } from '@lamella/shared/session'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { isOwnDeletion } from '../../lib/own-deletions.ts'
import { GoneProject } from './gone-project.tsx'
import { type TypedText, watchTyping } from './typed-texts.ts'

interface Gone {
  project: { id: string; name: string }
  by: string
  texts: readonly TypedText[]
}

/** Around each page of a project: follows the deletion of the project by others, or in another window. */
export const ProjectGate = ({ children }: { children: ReactNode }) => {
  const { projectId = '' } = useParams()
  // Asks for nothing: the page does.
  const known = useQuery({ ...projectQuery(projectId), enabled: false }).data
  const [gone, setGone] = useState<Gone | null>(null)
  const typing = useRef<ReturnType<typeof watchTyping> | null>(null)
  const isGone = gone?.project.id === projectId
  const hear = useEffectEvent((event: ServerEvent): void => {
    if (event.type !== 'projectDeleted' || event.id !== projectId || isGone || isOwnDeletion(projectId)) return
    const selected = store.get(selectedProjectAtom)
    const name = known?.name ?? (selected?.id === projectId ? selected.name : 'The project')
    setGone({ project: { id: projectId, name }, by: event.by, texts: typing.current?.texts() ?? [] })
  })
  useEffect(() => {
    typing.current = watchTyping()
    const subscription = bus.on('server/changed').subscribe((event) => hear(event))
    return () => {
      subscription.unsubscribe()
      typing.current?.end()
    }
  }, [])
  return isGone ? <GoneProject {...gone} /> : children
}
