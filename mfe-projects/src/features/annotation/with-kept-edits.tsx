import type { PageLoader } from '@lamella/shared/contract'
import { currentUserAtom } from '@lamella/shared/session'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ComponentType, useEffect } from 'react'

const useKeptEdits = (): void => {
  const queries = useQueryClient()
  const { id, fullName } = useAtomValue(currentUserAtom) ?? {}
  useEffect(() => {
    if (id === undefined || fullName === undefined) return
    import('./annotation-session.ts')
      .then(({ sendKeptEdits }) => sendKeptEdits(queries, { id, fullName }))
      // Without a network nothing can be sent anyway: the next page tries again.
      .catch(() => undefined)
  }, [queries, id, fullName])
}

/** A page that sends what was drawn on any image and not stored before its tab was closed. @param load - of the page alone */
export const withKeptEdits =
  (load: PageLoader): PageLoader =>
  async () => {
    const Page = (await load()).default as ComponentType
    const SendingPage = () => {
      useKeptEdits()
      return <Page />
    }
    return { default: SendingPage }
  }
