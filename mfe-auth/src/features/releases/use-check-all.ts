import type { AppOverview } from '@lamella/shared/contract'
import { releaseCheckQuery, releasesChanged } from '@lamella/shared/queries/releases.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { damagedInWords } from './words.ts'

/** Result for one version, in sentences; none: it is as published and fits. */
export interface CheckedBuild {
  app: string
  version: string
  problems: readonly string[]
}

/** Reads and compares the active version and the newest build of each app, one after another. */
export const useCheckAll = (apps: readonly AppOverview[]) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<CheckedBuild[]> => {
      const checked: CheckedBuild[] = []
      for (const { app, active, newest } of apps) {
        for (const version of new Set([...(active ? [active.version] : []), newest.version])) {
          const { damaged, misfits = [] } = await queries.fetchQuery({
            ...releaseCheckQuery(app, version),
            staleTime: 0,
          })
          const faults = damagedInWords(damaged).map((sentence) => `${app} ${version}: ${sentence}`)
          checked.push({ app, version, problems: [...faults, ...misfits] })
        }
      }
      return checked
    },
    onSettled: () => releasesChanged(queries),
  })
}
