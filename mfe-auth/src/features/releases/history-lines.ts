import type { EndpointOutput, releaseHistory } from '@lamella/shared/contract'

/** An entry of an app's history. */
export type HistoryEntry = EndpointOutput<typeof releaseHistory>['data'][number]

/** What an entry did, in words. */
export interface HistoryLine {
  entry: HistoryEntry
  kind: 'publish' | 'activate' | 'trial' | 'end' | 'rollback'
  text: string
  /** The newest entry that put the version there: what may be done with a version is offered once. */
  isLatest: boolean
}

const isTrial = ({ action, traffic }: HistoryEntry): boolean =>
  action === 'activate' && traffic !== null && traffic < 100

/** "10 %, Ann Smith and all of Second Lab". */
const audienceOf = ({ traffic, audience }: HistoryEntry): string => {
  const names = [...(audience?.users ?? []), ...(audience?.organisations ?? []).map((name) => `all of ${name}`)]
  const parts = [...(traffic ? [`${traffic} %`] : []), ...names]
  return parts.length > 0 ? new Intl.ListFormat('en-GB').format(parts) : 'named users'
}

const wordsOf = (entry: HistoryEntry, onTrial: string | null): Pick<HistoryLine, 'kind' | 'text'> => {
  const { action, version, forced } = entry
  const byForce = forced ? ', forced' : ''
  if (action === 'publish')
    return { kind: 'publish', text: `Published ${version}${entry.removed ? ', removed later' : ''}` }
  if (action === 'activate') {
    return isTrial(entry)
      ? { kind: 'trial', text: `Trial of ${version} for ${audienceOf(entry)}${byForce}` }
      : { kind: 'activate', text: `Activated ${version}${byForce}` }
  }
  if (entry.traffic === 0) return { kind: 'rollback', text: `Withdrew ${version}` }
  // A rollback during a trial ends it and nothing else.
  return onTrial === null
    ? { kind: 'rollback', text: `Rolled back to ${version}${byForce}` }
    : { kind: 'end', text: `Ended the trial of ${onTrial}` }
}

/** The history in words. @param history - newest first, as is the result */
export const historyLines = (history: readonly HistoryEntry[]): HistoryLine[] => {
  let onTrial: string | null = null
  const lines = history.toReversed().map((entry) => {
    const line = { entry, ...wordsOf(entry, onTrial), isLatest: false }
    if (isTrial(entry)) onTrial = entry.version
    else if (entry.action !== 'publish') onTrial = null
    return line
  })
  const seen = new Set<string>()
  return lines.toReversed().map((line) => {
    const { version } = line.entry
    const isLatest = (line.kind === 'publish' || line.kind === 'activate') && !seen.has(version)
    if (isLatest) seen.add(version)
    return { ...line, isLatest }
  })
}

/** Versions that are removed, and not published again since: nothing can be done with them. @param history - newest first */
export const removedVersions = (history: readonly HistoryEntry[]): ReadonlySet<string> => {
  const published = history.filter(({ action }) => action === 'publish')
  const newest = new Map(published.toReversed().map((entry) => [entry.version, entry]))
  return new Set([...newest.values()].filter(({ removed }) => removed).map(({ version }) => version))
}
