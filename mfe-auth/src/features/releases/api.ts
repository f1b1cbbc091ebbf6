import { call } from '@lamella/shared/api'
import * as contract from '@lamella/shared/contract'

/** A change of what is active, with the state of the app on which the operator has decided. */
export type ReleaseChange = { app: string; pointer: string; reason: string } & (
  | { kind: 'activate'; version: string; force: boolean }
  | { kind: 'rollback'; version: string; force: boolean }
  | { kind: 'share'; version: string; share: number }
  | { kind: 'end' | 'withdraw'; version: string }
)

type TrialInput = contract.EndpointInput<typeof contract.startTrial>['body']['data']
/** Who gets the version on trial, and when it ends. */
export type TrialSettings = Omit<TrialInput, 'version' | 'force'>

const reasonOf = (text: string): { reason?: string } => (text.trim() === '' ? {} : { reason: text.trim() })

/** @throws ApiFailure, ERR_6006 when somebody else has changed the app in the meantime */
export const changeRelease = async (change: ReleaseChange): Promise<unknown> => {
  const { app, pointer, kind, version } = change
  const headers = { 'if-match': pointer }
  const reason = reasonOf(change.reason)
  const options = { action: `releases.${kind}` }
  const params = { app }
  switch (kind) {
    case 'activate': {
      const body = { data: { traffic: 100, force: change.force, ...reason } }
      return call(contract.activateRelease, { params: { app, version }, headers, body }, options)
    }
    case 'rollback': {
      const body = { data: { to: version, force: change.force, ...reason } }
      return call(contract.rollbackRelease, { params, headers, body }, options)
    }
    case 'withdraw':
      return call(contract.rollbackRelease, { params, headers, body: { data: { to: 'none', ...reason } } }, options)
    case 'share': {
      const body = { data: { share: change.share, ...reason } }
      return call(contract.changeTrial, { params, headers, body }, options)
    }
    case 'end':
      return call(contract.endTrial, { params, headers, body: { data: reason } }, options)
  }
}

/** What is removed: one version, or all but the newest ones that nothing and nobody needs. */
export type Removal = { app: string; reason: string } & ({ version: string; force: boolean } | { keep: number })

/** @returns the versions that were removed @throws ApiFailure, ERR_6008 when a version is needed meanwhile */
export const removeReleases = async (removal: Removal): Promise<readonly string[]> => {
  const { app } = removal
  const reason = reasonOf(removal.reason)
  if ('keep' in removal) {
    const body = { data: { keep: removal.keep, ...reason } }
    return (await call(contract.pruneReleases, { params: { app }, body }, { action: 'releases.prune' })).data.removed
  }
  const { version, force } = removal
  const body = { data: { force, ...reason } }
  await call(contract.removeRelease, { params: { app, version }, body }, { action: 'releases.remove' })
  return [version]
}

/** Starts a trial, or changes that of the version that is on trial. @throws ApiFailure as above */
export const setTrial = (
  { app, pointer }: { app: string; pointer: string },
  version: string | null,
  settings: TrialSettings,
): Promise<undefined> => {
  const headers = { 'if-match': pointer }
  return version === null
    ? call(contract.changeTrial, { params: { app }, headers, body: { data: settings } }, { action: 'trials.change' })
    : call(
        contract.startTrial,
        { params: { app }, headers, body: { data: { version, ...settings } } },
        { action: 'trials.start' },
      )
}
